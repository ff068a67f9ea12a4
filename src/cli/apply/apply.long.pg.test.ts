import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { PURSER_ENTRY_FILE } from '../../../test/support/processes/purser-bundle.ts'
import { startPurser, type TestPurser } from '../../../test/support/processes/start-purser.ts'
import { startTestScript } from '../../../test/support/processes/test-process.ts'
import type { ApplyRequestRetry } from './run/retry.ts'
import { readAccountObjects } from './run/read-account.ts'
import { ApplyRequests } from './run/requests.ts'

let service: TestPurser
let folder: string
/** The project of `purser apply` that one test has for itself, so that tests do not see what others have made. */
let project: string
let count = 0

beforeAll(async () => {
  service = await startPurser()
})
afterAll(() => service.stop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'purser-apply-'))
  project = `test-${(count += 1)}`
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The lines of standard error, without the progress that a command shows where a machine is slow. */
const complaintsOf = (lines: readonly string[]) => lines.filter((line) => !line.includes(' changes made')).join('\n')

async function run(words: string[], apiKey = service.apiKey) {
  const env = { PURSER_URL: service.baseUrl, PURSER_API_KEY: apiKey }
  const process = startTestScript(PURSER_ENTRY_FILE, words, { env, cwd: folder })
  const code = await process.ended
  return { code, stdout: process.stdout.join('\n'), stderr: complaintsOf(process.stderr) }
}

const write = (content: object, name = 'purser.yaml') =>
  writeFileSync(join(folder, name), stringify({ project, ...content }))
const apply = (...flags: string[]) => run(['apply', '-f', 'purser.yaml', '--yes', ...flags])

interface Report {
  counts: Record<string, number>
  applied: boolean
  steps: { kind: string; name: string; action: string; id: string; changes: object[] }[]
}
const reportOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Report
const NOTHING = { create: 0, adopt: 0, update: 0, prune: 0 }

const company = () => ({
  policies: {
    subscription: { allowedMerchants: ['GitHub'], limits: { perMonth: 2500 }, allowedCountries: ['us'] },
  },
  customers: { acme: { type: 'business', name: { business: 'Acme' }, limits: { perMonth: 500_000 } } },
  agents: { bot: { customer: 'acme', policy: { requireIntent: true } } },
  cards: {
    github: { agent: 'bot', label: 'GitHub', policy: 'subscription', metadata: { team: 'x' } },
    travel: { customer: 'acme', usage: 'single', shadowPolicy: 'subscription' },
  },
  webhooks: {
    books: { url: 'https://books.example.com/hook?token=1', events: ['transaction.created'], description: 'Books' },
  },
})

it('makes what the files say once, and shows what was changed since', async () => {
  write(company())
  const first = await apply('--secrets-file', 'secrets.json')
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toContain('Plan: 5 to create; 0 unchanged.')
  expect(first.stdout).toContain('Done: 5 created.')
  const secrets = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as object
  expect(secrets).toEqual({ [`${project}/books`]: expect.stringMatching(/^whsec_[0-9a-f]{64}$/) })
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(first.stdout).not.toContain('whsec_')

  const second = await apply('--check')
  expect(second).toEqual({ code: 0, stdout: 'Nothing to change; 5 unchanged.', stderr: '' })

  const { steps } = reportOf(await apply('--json', '--dry-run'))
  expect(steps).toEqual([])
  const cards = await cardsOfProject()
  const github = cards.find(({ label }) => label === 'GitHub')
  await service.purser.cards.update(github?.id ?? '', {
    label: 'Changed',
    policy: { limits: { perMonth: 9000, perDay: 5 }, cooldownMinutes: 5 },
    metadata: { team: 'y', other: 'stays' },
    status: 'frozen',
  })
  const drift = await apply('--check')
  expect(drift.code).toBe(4)
  expect(drift.stdout.split('\n')).toEqual([
    `update card ${project}/github ${github?.id}`,
    '    ~ label: "Changed" -> "GitHub"',
    '    ~ metadata.team: "y" -> "x"',
    '    ~ policy.limits.perMonth: 9000 -> 2500',
    '    - policy.limits.perDay: 5  (may allow more)',
    '    - policy.cooldownMinutes: 5  (may allow more)',
    '',
    'Plan: 1 to update; 4 unchanged.',
    '2 changes may allow more spending than before.',
  ])
  expect((await apply()).stdout).toContain('Done: 1 updated.')
  expect(await service.purser.cards.get(github?.id ?? '')).toMatchObject({
    label: 'GitHub',
    policy: { allowedMerchants: ['GitHub'], limits: { perMonth: 2500 }, allowedCountries: ['US'] },
    metadata: { team: 'x', other: 'stays' },
    status: 'frozen', // the file says nothing of a status
  })
  expect((await apply('--check')).code).toBe(0)
})

const cardsOfProject = async () => {
  const all = []
  for await (const card of service.purser.cards.list()) {
    if (JSON.stringify(card.metadata ?? {}).includes(`"applyName":"${project}/`)) all.push(card)
  }
  return all
}

it('prunes only where it is told to, and makes anew what comes back', async () => {
  write(company())
  await apply('--secrets-file', 'secrets.json')
  const { customers: _, agents: __, webhooks: ___, ...rest } = company()
  write({ ...rest, customers: company().customers, cards: { travel: company().cards.travel } })
  expect((await apply('--check')).stdout).toBe('Nothing to change; 2 unchanged.')
  const pruned = await apply('--prune')
  expect(pruned.stdout).toContain('Plan: 3 to prune; 2 unchanged.')
  expect(pruned.stdout).toContain('3 objects are in no file any more.')
  expect(pruned).toMatchObject({ code: 0, stderr: '' })
  expect((await apply('--prune', '--check')).code).toBe(0)
  const [travel, ...others] = await cardsOfProject()
  expect([travel?.status, others]).toEqual(['active', []]) // the closed card has no name of an entry any more

  write(company())
  const again = await apply('--secrets-file', 'secrets.json')
  expect(again).toMatchObject({ code: 0, stderr: '' })
  expect(again.stdout).toContain('Done: 3 created.')
  expect((await cardsOfProject()).map(({ status }) => status)).toEqual(['active', 'active'])
  expect((await apply('--check')).code).toBe(0)

  write({ policies: {} })
  expect(await apply('--prune')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('describe nothing') as string,
  })
  write({ customers: { other: { email: 'b@example.com' } } })
  expect((await apply('--prune')).stdout).toContain('Done: 1 created, 5 pruned.')
  const suspended = (await everyCustomer()).find(({ metadata }) => metadata?.['applyName'] === `${project}/acme`)
  expect(suspended?.status).toBe('suspended')
})

async function everyCustomer() {
  const all = []
  for await (const customer of service.purser.customers.list()) all.push(customer)
  return all
}

describe('an export', () => {
  it('of what apply has made is the same file again', async () => {
    write(company())
    await apply('--secrets-file', 'secrets.json')
    const exported = await run(['export', '--project', project])
    expect(exported).toMatchObject({ code: 0, stderr: '' })
    writeFileSync(join(folder, 'purser.yaml'), exported.stdout)
    expect(await apply('--check', '--prune')).toEqual({
      code: 0,
      stdout: 'Nothing to change; 5 unchanged.',
      stderr: '',
    })
  })

  it('of what was made by hand takes it over, once', async () => {
    const fresh = await startPurser()
    const env = { PURSER_URL: fresh.baseUrl, PURSER_API_KEY: fresh.apiKey }
    const runFresh = async (...words: string[]) => {
      const process = startTestScript(PURSER_ENTRY_FILE, words, { env, cwd: folder })
      return { code: await process.ended, stdout: process.stdout.join('\n'), stderr: complaintsOf(process.stderr) }
    }
    try {
      const { id: customerId } = await fresh.purser.customers.create({
        name: { business: 'By hand' },
        policy: { requireIntent: true },
      })
      const { id: agentId } = await fresh.purser.agents.create({
        customerId,
        externalId: 'a',
        policy: { requireIntent: true },
      })
      await fresh.purser.cards.create({ customerId, agentId, label: 'One', metadata: { a: { b: 1 } } })
      await fresh.purser.cards.create({ customerId, limits: { perDay: 5 }, configuration: { x: [] } })
      await fresh.purser.webhooks.create({ url: 'https://books.example.com', events: ['*'] })
      writeFileSync(join(folder, 'purser.yaml'), (await runFresh('export')).stdout)
      const taken = await runFresh('apply', '-f', 'purser.yaml', '--yes', '--json')
      expect(taken).toMatchObject({ code: 0, stderr: '' })
      expect(reportOf(taken).counts).toEqual({ ...NOTHING, adopt: 5, unchanged: 0 })
      const after = await runFresh('apply', '-f', 'purser.yaml', '--check', '--json')
      expect(reportOf(after).counts).toEqual({ ...NOTHING, unchanged: 5 })
      writeFileSync(join(folder, 'purser.yaml'), (await runFresh('export')).stdout)
      expect(readFileSync(join(folder, 'purser.yaml'), 'utf8')).not.toContain('id: ')
      expect((await runFresh('apply', '-f', 'purser.yaml', '--check')).code).toBe(0)
      const pruned = await runFresh('apply', '-f', 'purser.yaml', '--prune', '--dry-run')
      expect(pruned).toMatchObject({ code: 2, stdout: '' })
      expect(pruned.stderr).toContain('--prune needs a `project` in the files')
    } finally {
      await fresh.stop()
    }
  })
})

it('every template is taken, and is afterwards as it was given', async () => {
  interface Template {
    name: string
    levels: { customer?: { policy?: object; limits?: object }; card: { policy: object } }
  }
  const all = JSON.parse((await run(['templates', '--json'])).stdout) as Template[]
  expect(all.length).toBeGreaterThanOrEqual(35)
  const cards = Object.fromEntries(
    all.map(({ name, levels }) => [name, { customer: name, policy: levels.card.policy }]),
  )
  const customers = Object.fromEntries(
    all.map(({ name, levels }) => [name, { email: 'a@example.com', ...levels.customer }]),
  )
  write({ customers, cards })
  const applied = await apply('--json')
  expect(applied).toMatchObject({ code: 0, stderr: '' })
  expect(reportOf(applied).counts).toMatchObject({ create: 2 * all.length })
  expect(reportOf(await apply('--json', '--check')).counts).toEqual({ ...NOTHING, unchanged: 2 * all.length })
  const printed = await run(['templates', 'subscription'])
  writeFileSync(join(folder, 'purser.yaml'), printed.stdout)
  expect((await apply('--check')).code).toBe(0)
  expect(await run(['templates', 'subscribtion'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean subscription?') as string,
  })
})

describe('changes nothing', () => {
  it.each([
    { what: 'where nobody can be asked', flags: ['--secrets-file', 's.json'], says: 'Add --yes' },
    { what: 'where the secret of a webhook would be lost', flags: ['--yes'], says: 'Add --secrets-file FILE' },
    { what: 'with --json and without --yes', flags: ['--json', '--secrets-file', 's.json'], says: 'Add --yes' },
    {
      what: 'with a secrets file that is a folder',
      flags: ['--yes', '--secrets-file', '.'],
      says: 'cannot be written',
    },
  ])('$what', async ({ flags, says }) => {
    write(company())
    const refused = await run(['apply', '-f', 'purser.yaml', ...flags])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain(says)
    expect(await cardsOfProject()).toEqual([])
  })

  it('where the secrets file is for everybody', async () => {
    write(company())
    writeFileSync(join(folder, 's.json'), '', { mode: 0o644 })
    expect(await apply('--secrets-file', 's.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('chmod 600 s.json') as string,
    })
  })

  it('where a file has faults, and names all of them', async () => {
    write(company())
    writeFileSync(join(folder, 'more.yaml'), 'cards:\n  github:\n    agnet: bot\n')
    const refused = await run(['apply', '-f', 'purser.yaml', 'more.yaml', '--yes', '--json'])
    expect(refused.code).toBe(2)
    const { error } = JSON.parse(refused.stderr) as { error: { faults: object[] } }
    expect(error.faults).toEqual([
      {
        file: 'more.yaml',
        line: 3,
        column: 5,
        path: 'cards.github.agnet',
        message: 'cards.github.agnet is not known. Did you mean agent?',
      },
    ])
  })

  it('with a key that may only read, which sees the plan', async () => {
    write(company())
    await apply('--secrets-file', 'secrets.json')
    const { secret } = await service.purser.apiKeys.create({ name: 'CI', role: 'read' })
    expect(await run(['apply', '-f', 'purser.yaml', '--check'], secret)).toMatchObject({
      code: 0,
      stdout: 'Nothing to change; 5 unchanged.',
    })
    expect(await run(['apply', '-f', 'purser.yaml', '--yes'], secret)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('role admin') as string,
    })
  })
})

it('makes what it can where the node refuses some of it, and goes on later', async () => {
  const { customers, cards } = company()
  const zone = { timezone: 'Nowhere/Else', days: [1], from: '08:00', to: '18:00' }
  write({
    customers,
    cards: { travel: { customer: 'acme' }, wrong: { customer: 'acme', policy: { activeHours: zone } } },
  })
  const failed = await apply()
  expect(failed.code).toBe(2)
  expect(failed.stderr).toContain('1 of the changes failed, and 2 were made.')
  expect(failed.stderr).toContain('policy.activeHours.timezone')
  write({ customers, cards: { travel: { customer: 'acme' }, wrong: { customer: 'acme', label: cards.github.label } } })
  expect((await apply()).stdout).toContain('Plan: 1 to create; 2 unchanged.')
})

it('makes an object once, whoever asks at the same time, and again once it is gone', async () => {
  const { id: customerId } = await service.purser.customers.create({ email: 'a@example.com' })
  const retry: ApplyRequestRetry = (request) => request()
  const requests = async () => new ApplyRequests(service.purser, retry, await readAccountObjects(service.purser, retry))
  const [one, other] = [await requests(), await requests()]
  const card = { kind: 'cards', name: `${project}/card` } as const
  const made = await Promise.all([one, other].map((each) => each.create(card, { customerId })))
  expect(made[0]?.['id']).toBe(made[1]?.['id'])
  await service.purser.cards.close(String(made[0]?.['id']))
  const next = await (await requests()).create(card, { customerId })
  expect(next['id']).not.toBe(made[0]?.['id'])

  const agent = { kind: 'agents', name: `${project}/agent` } as const
  const body = { customerId, externalId: project }
  const first = await one.create(agent, body)
  expect((await other.create(agent, body))['id']).toBe(first['id'])
  await service.purser.agents.delete(String(first['id']))
  expect((await one.create(agent, body))['id']).not.toBe(first['id'])
})
