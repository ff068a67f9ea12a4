import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { skipTestLacking } from '../support/needs.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { startTestCommand } from '../support/processes/test-process.ts'
import { blocksOf } from '../docs/blocks.ts'
import { pack, root } from './packed.ts'
import { cached, NOT_TO_BE_HAD } from './registry.ts'

const EXAMPLE = join(root, 'examples', 'policies-repository')
const WORKFLOW = readFileSync(join(EXAMPLE, '.github', 'workflows', 'purser.yml'), 'utf8')
const guide = blocksOf(
  'docs/guides/policies-in-git.md',
  readFileSync(join(root, 'docs', 'guides', 'policies-in-git.md'), 'utf8'),
).filter(({ section }) => section === 'In CI')

interface Job {
  readonly steps: readonly {
    readonly uses?: string
    readonly with?: Readonly<Record<string, unknown>>
    readonly run?: string
    readonly env?: Readonly<Record<string, string>>
  }[]
}
const { jobs } = parse(WORKFLOW) as { jobs: Readonly<Record<string, Job>> }

let service: TestPurser
const folder = mkdtempSync(join(tmpdir(), 'purser-policies-'))
const summary = join(folder, 'summary.md')
const repository = join(folder, 'repository')
/** What npm said where it could not install the packages that the server needs. */
let missing: string | null = null

beforeAll(async () => {
  cpSync(EXAMPLE, repository, { recursive: true })
  const { tarball } = pack('.', folder)
  cpSync(tarball, join(repository, basename(tarball)))
  service = await startPurser() // after the packing, which blocks this process
  const install = guide.find(({ code }) => code.startsWith('npm install'))
  const { status, output } = await shell(install?.code ?? '', {})
  if (status === 0) return
  if (!NOT_TO_BE_HAD.test(output)) throw new Error(output)
  missing = output
})

afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The shell of a workflow's step, with the Node that `setup-node` puts first in the PATH. */
async function shell(script: string, env: Readonly<Record<string, string>>) {
  const { PATH = '', HOME = '' } = process.env
  const { ended, stdout, stderr } = startTestCommand('bash', ['-e', '-c', script], {
    cwd: repository,
    env: {
      ...cached,
      PATH: [dirname(process.execPath), PATH].join(delimiter),
      HOME,
      CI: 'true',
      GITHUB_STEP_SUMMARY: summary,
      ...env,
    },
  })
  return { status: await ended, output: [...stdout, ...stderr].join('\n') }
}

async function play(name: string) {
  const values: Readonly<Record<string, string>> = {
    'vars.PURSER_URL': service.baseUrl,
    'secrets.PURSER_READ_KEY': (await service.purser.apiKeys.create({ name: 'plan', role: 'read', tier: 'pro' }))
      .secret,
    'secrets.PURSER_ADMIN_KEY': service.apiKey,
  }
  const filled = (text: string) => text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, key: string) => values[key] ?? `no ${key}`)
  let said = ''
  for (const { run, env = {} } of jobs[name]?.steps ?? []) {
    if (run === undefined) continue
    const given = Object.fromEntries(Object.entries(env).map(([key, text]) => [key, filled(text)]))
    const { status, output } = await shell(run, given)
    said += output
    if (status !== 0) return { status, said }
  }
  return { status: 0, said }
}

it('the guide shows the workflow of the example as it is', () => {
  expect(guide.find(({ code }) => code.startsWith('name: purser'))?.code.trim()).toBe(WORKFLOW.trim())
})

it('every job has a Node that the package runs on before it runs a command', () => {
  for (const { steps } of Object.values(jobs)) {
    const setup = steps.findIndex(({ uses }) => uses?.startsWith('actions/setup-node@'))
    expect(steps[setup]?.with).toEqual({ 'node-version': 24 })
    expect(steps.findIndex(({ run }) => run !== undefined)).toBeGreaterThan(setup)
  }
})

describe('the steps of the workflow, with the packed server', () => {
  it('plan, apply and look for changes by hand', async (test) => {
    if (missing !== null) skipTestLacking(test, { tested: 'the example of policies', takes: 'a registry' })
    expect(await play('plan')).toMatchObject({ status: 0 })
    expect(readFileSync(summary, 'utf8')).toContain('Plan: 3 to create; 0 unchanged.')
    expect(await play('check')).toMatchObject({ status: 4 })
    expect(await play('apply')).toMatchObject({
      status: 0,
      said: expect.stringContaining('Done: 3 created.') as string,
    })
    expect(await play('check')).toMatchObject({ status: 0 })
    const [card] = (await service.purser.cards.list()).data
    await service.purser.cards.update(String(card?.id), { policy: { limits: { perMonth: 9000 } } })
    expect(await play('check')).toMatchObject({
      status: 4,
      said: expect.stringContaining('policy.limits.perMonth: 9000 -> 2500') as string,
    })
  })
})
