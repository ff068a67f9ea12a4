import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { buildContext } from './build-context.ts'
import { commandOf, type Stage, stagesOf, type Step } from './dockerfile.ts'

/** What the Dockerfile makes, without an engine: a folder for its root, and how it is run. */
export interface Image {
  readonly root: string
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
  readonly stopSignal: NodeJS.Signals
}

interface Building {
  readonly context: string
  readonly folder: string
  readonly onStep: (stage: string, step: Step, seconds: number) => void
}

/**
 * Runs the steps of the Dockerfile itself, each stage in a folder of its own in place of its base image, with the Node and npm of the
 * PATH. A step that it does not know is an error: the rehearsal never shows less than it says.
 */
export function buildImage(building: Building): Image {
  const stages = stagesOf(readFileSync(join(building.context, 'Dockerfile'), 'utf8'))
  const images = new Map<string, Image>()
  for (const stage of stages) images.set(stage.name, buildStage(stage, building, images))
  return images.get((stages.at(-1) as Stage).name) as Image
}

function buildStage(stage: Stage, { context, folder, onStep }: Building, images: ReadonlyMap<string, Image>): Image {
  const sent = buildContext(context)
  let image: Image = { ...scratch, root: join(folder, stage.name) }
  const place = (path: string) => join(image.root, path.startsWith('/') ? path : join(image.workdir, path))
  const actions: Readonly<Record<string, (step: Step) => Partial<Image>>> = {
    ...settings,
    ENV: ({ text }) => ({ env: { ...image.env, ...variablesOf(text) } }),
    WORKDIR: ({ text }) => {
      mkdirSync(place(text), { recursive: true })
      return { workdir: text }
    },
    COPY: ({ text, flags }) => {
      const words = text.split(/\s+/)
      const target = words.at(-1) as string
      const from = flags['from'] === undefined ? null : (images.get(flags['from']) as Image)
      for (const source of words.slice(0, -1)) {
        const to = target.endsWith('/') ? join(place(target), basename(source)) : place(target)
        if (from !== null) copyTree(join(from.root, source), to)
        else copySent(sent, { context, source, to })
      }
      return {}
    },
    RUN: ({ text }) => {
      run(text, { cwd: place('.'), env: image.env })
      return {}
    },
  }
  for (const step of stage.steps) {
    const act = actions[step.keyword]
    if (act === undefined) throw new Error(`Dockerfile: the rehearsal does not know ${step.keyword}`)
    const begun = performance.now()
    image = { ...image, ...act(step) }
    onStep(stage.name, step, (performance.now() - begun) / 1000)
  }
  return image
}

const scratch = {
  workdir: '/',
  env: {},
  user: '0:0',
  entrypoint: [],
  command: [],
  healthcheck: [],
  stopSignal: 'SIGTERM',
} as const

/** Instructions that change nothing but how the image is run. */
const settings: Readonly<Record<string, (step: Step) => Partial<Image>>> = {
  EXPOSE: () => ({}),
  USER: ({ text }) => ({ user: text }),
  STOPSIGNAL: ({ text }) => ({ stopSignal: text as NodeJS.Signals }),
  HEALTHCHECK: (step) => ({ healthcheck: commandOf(step) }),
  ENTRYPOINT: (step) => ({ entrypoint: commandOf(step) }),
  CMD: (step) => ({ command: commandOf(step) }),
}

const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('=') as [string, string]))

function copySent(sent: readonly string[], copy: { context: string; source: string; to: string }): void {
  const { context, source, to } = copy
  const files = sent.filter((file) => file === source || file.startsWith(`${source}/`))
  if (files.length === 0) throw new Error(`COPY ${source}: .dockerignore leaves it out, or there is no such file`)
  for (const file of files) copyTree(join(context, file), join(to, file.slice(source.length)))
}

function copyTree(from: string, to: string): void {
  if (!existsSync(from)) throw new Error(`COPY ${from}: there is no such file`)
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, verbatimSymlinks: true })
}

function run(command: string, { cwd, env }: { cwd: string; env: Image['env'] }): void {
  const { PATH = '', HOME = '/' } = process.env
  const node = `${dirname(process.execPath)}:${PATH}`
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd,
    env: { HOME, ...passedOn(), ...env, PATH: node },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`RUN ${command}\n${stdout}${stderr}`)
}

/** How npm reaches its registry from here: an engine is told the same. */
const passedOn = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:npm_config_|NODE_EXTRA_CA_CERTS$|\w*_proxy$)/i.test(name)),
  ) as Record<string, string>
