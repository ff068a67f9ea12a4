import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { baseUrlOf } from '../../test/support/processes/base-url-of.ts'
import { commandRig, type EndedShellCommand } from '../../test/support/records/command-rig.ts'
import { exitCodes } from './exit-codes.ts'

const KEY = `sk_${'k'.repeat(40)}`
const rig = commandRig({ isMigrated: true })

/** A configuration folder of the test, so that the profiles of the person who runs it do not matter. */
let config: string
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'purser-config-'))
})
afterEach(() => rmSync(config, { recursive: true, force: true }))

interface Shell {
  readonly url: string
  run(line: readonly string[], more?: { env?: Record<string, string>; input?: string }): Promise<EndedShellCommand>
  /** Runs a command that has to succeed, and returns its last line. */
  done(...line: string[]): Promise<string>
  json<T>(...line: string[]): Promise<T>
}

async function shell(): Promise<Shell> {
  const env = { PURSER_ADMIN_API_KEY: KEY, PURSER_ALLOW_PRIVATE_WEBHOOKS: 'true', PURSER_RATE_LIMIT: 'off' }
  const node = rig.purser(['start'], env)
  const url = await baseUrlOf(node)
  const run: Shell['run'] = (line, { env: more = {}, input } = {}) =>
    rig.run([...line], { PURSER_URL: url, PURSER_API_KEY: KEY, XDG_CONFIG_HOME: config, ...more }, input)
  const succeeded = async (line: readonly string[]): Promise<EndedShellCommand> => {
    const ended = await run(line)
    const said = ended.stderr.split('\n').filter((text) => !text.startsWith('Warning: '))
    expect({ line, code: ended.code, said }).toEqual({ line, code: 0, said: [''].slice(ended.stderr === '' ? 0 : 1) })
    return ended
  }
  return {
    url,
    run,
    done: async (...line) => (await succeeded(line)).stdout.at(-1) ?? '',
    json: async <T>(...line: string[]) => JSON.parse((await succeeded([...line, '--json'])).stdout.join('\n')) as T,
  }
}

const profilesIn = (folder: string): string => join(folder, 'purser', 'profiles.json')

describe('writing from the shell', () => {
  it('makes a customer, an agent and a card, changes them, and ends them', async () => {
    const { done, json, run } = await shell()
    const created = await run(['customers', 'create', '--email', 'ada@example.com', '--per-day', '50000'])
    const [said, customer = ''] = created.stdout
    expect(said).toBe('Created a customer. Its status is active. Its id:')
    expect(customer).toMatch(/^cust_/)
    const agent = await done('agents', 'create', '--customer', customer, '--external-id', 'build-bot')
    const limits = ['--per-auth', '5000', '--allowed-mccs', '5734,5735']
    const card = await done('cards', 'create', '--customer', customer, '--agent', agent, '--label', 'Ads', ...limits)
    expect(await json('cards', 'get', card)).toMatchObject({
      label: 'Ads',
      agentId: agent,
      policy: { limits: { perAuth: 5000 }, allowedMccs: ['5734', '5735'] },
    })

    const file = join(config, 'policy.json')
    writeFileSync(file, '{"policy":{"requireCvv":true}}')
    const dry = await run(['cards', 'update', card, '--data', `@${file}`, '--per-auth', 'none', '--dry-run'])
    expect(dry.stdout[0]).toBe('Nothing was changed. The result would be:')
    expect(await json('cards', 'get', card)).toMatchObject({ policy: { limits: { perAuth: 5000 } } })
    await done('cards', 'update', card, '--data', `@${file}`, '--per-auth', 'none')
    const piped = await run(['cards', 'update', card, '--data', '-'], { input: '{"label":"Books"}' })
    expect(piped.stdout).toEqual([`Changed ${card}. Its status is active.`])
    const changed = await json<{ policy: object }>('cards', 'get', card)
    expect(changed).toMatchObject({ label: 'Books', policy: { requireCvv: true } })
    expect(changed.policy).not.toHaveProperty('limits.perAuth')

    expect(await done('cards', 'freeze', card, '--reason', 'Lost')).toBe(`Froze ${card}. Its status is frozen.`)
    const frozen = await run(['evaluate', '--card', card, '--amount', '4200', '--merchant', 'GitHub', '--mcc', '5734'])
    expect(frozen.code).toBe(0)
    expect(frozen.stdout.join('\n')).toMatch(/^✗ \$42\.00 would be declined[^]*card_frozen: /)
    await done('cards', 'unfreeze', card)
    const traced = await run([
      'evaluate',
      '--card',
      card,
      '--amount',
      '4200',
      '--merchant',
      'GitHub',
      '--mcc',
      '5734',
      '--trace',
    ])
    expect(traced.stdout.join('\n')).toMatch(/status: not frozen[^]*✓ \$42\.00 would be approved/)
    await done('agents', 'pause', agent)
    await done('agents', 'activate', agent)
    await done('customers', 'suspend', customer)
    expect(await json('customers', 'get', customer)).toMatchObject({ status: 'suspended' })
    await done('customers', 'activate', customer)
    expect(await done('cards', 'close', card)).toBe(`Closed ${card}. Its status is closed.`)
    expect(await done('agents', 'delete', agent)).toContain(`Deleted ${agent}.`)
  })

  it('declares, approves, rejects and cancels intents and subscriptions', async () => {
    const { done, json, run } = await shell()
    const customer = await done('customers', 'create', '--business', 'Acme', '--require-approval', 'true')
    const card = await done('cards', 'create', '--customer', customer)
    const declare = [
      'intents',
      'create',
      '--card',
      card,
      '--purpose',
      'A domain',
      '--amount',
      '1200',
      '--merchant',
      'Gandi',
    ]
    const intents = [await done(...declare), await done(...declare), await done(...declare)]
    const [first = '', second = '', third = ''] = intents
    expect(await done('intents', 'approve', first, '--note', 'As agreed')).toBe(
      `Approved $12.00, up to $13.20 at Gandi (${first}). Its status is pending.`,
    )
    await done('intents', 'reject', second, '--reason', 'Too expensive')
    await done('intents', 'cancel', third)
    const both = await json<{ data: { id: string }[]; nextCursor: null }>(
      'intents',
      'list',
      '--status',
      'canceled,rejected',
    )
    expect(both.data.map(({ id }) => id)).toEqual([third, second].toSorted().toReversed())
    expect(await json('intents', 'list', '--status', 'canceled,rejected', '--limit', '1')).toMatchObject({
      hasMore: true,
    })

    const wish = ['--merchant', 'Daily News', '--amount', '1500', '--interval', 'month', '--purpose', 'The newspaper']
    const news = await done('subscriptions', 'create', '--card', card, ...wish)
    expect(await done('subscriptions', 'approve', news, '--note', 'As agreed')).toContain('Its status is active.')
    await done('subscriptions', 'pause', news)
    await done('subscriptions', 'resume', news)
    const dearer = await done('subscriptions', 'raise', news, '--amount', '1700')
    expect(await json('subscriptions', 'get', dearer)).toMatchObject({ replaces: news, status: 'pending_approval' })
    await done('subscriptions', 'cancel', news)
    expect(await done('subscriptions', 'reject', dearer, '--reason', 'Too expensive')).toContain(dearer)
    expect(await json('subscriptions', 'list', '--status', 'canceled,rejected')).toMatchObject({
      data: [
        { id: dearer, maxAmount: 1700, interval: 'month', rejectionReason: 'Too expensive' },
        { id: news, maxAmount: 1500 },
      ],
    })
    expect(await json('challenges', 'list', '--status', 'pending')).toMatchObject({ data: [] })
    expect((await run(['challenges', 'decline', 'chl_nobody'])).code).not.toBe(0)
  })

  it('lists over all pages', async () => {
    const { url, json, run } = await shell()
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    for (let made = 0; made < 120; made += 1) {
      const body = JSON.stringify({ email: `person-${made}@example.com` })
      expect((await fetch(`${url}/customers`, { method: 'POST', headers, body })).status).toBe(201)
    }
    const lengthOf = async (...flags: string[]) =>
      (await json<{ data: object[] }>('customers', 'list', ...flags)).data.length
    expect([await lengthOf(), await lengthOf('--limit', '110'), await lengthOf('--all')]).toEqual([20, 110, 120])
    expect((await run(['customers', 'list', '--all', '--limit', '3'])).stderr).toContain('--all and --limit exclude')
  })

  it('registers a webhook, tests it, and sends what failed again', async () => {
    const { done, json, run } = await shell()
    // Port 1 refuses connections, so every attempt fails.
    const to = ['--url', 'http://127.0.0.1:1/hooks', '--events', 'card.created,transaction.declined']
    const created = await run(['webhooks', 'create', ...to])
    expect([created.stdout.at(-1), created.stderr]).toEqual([expect.stringMatching(/^whsec_/), ''])
    const { data } = await json<{ data: { id: string; url: string }[] }>('webhooks', 'list')
    const id = data[0]?.id ?? ''
    expect(data).toMatchObject([{ id, url: 'http://127.0.0.1:1/hooks' }])
    await done('webhooks', 'update', id, '--events', '*')
    const test = await json<{ id: string }>('webhooks', 'test', id)
    expect(await json('deliveries', 'get', id, test.id)).toMatchObject({ eventType: 'webhook.test' })
    await done('webhooks', 'disable', id)
    const canceled = await json<{ data: object[] }>('deliveries', 'list', id, '--status', 'canceled,failed')
    expect(canceled.data).toHaveLength(1)
    await done('webhooks', 'enable', id)
    expect(await json('deliveries', 'retry-all-failed')).toEqual({
      replayed: 1,
      webhooks: [{ webhookId: id, replayed: 1 }],
    })
    await done('deliveries', 'retry', id, test.id)
    expect((await run(['webhooks', 'rotate-secret', id])).stdout.at(-1)).toMatch(/^whsec_/)
    await done('webhooks', 'delete', id)
  })

  it('names the flag at fault, with code, hint and request', async () => {
    const { done, run } = await shell()
    const missing = await run(['cards', 'create'])
    expect(missing.code).toBe(exitCodes.refused)
    expect(missing.stderr).toMatch(
      /^purser: --customer is missing\.\n {2}code: +invalid_request\n[^]*flag: +--customer\n {2}request: +req_/,
    )
    const customer = await done('customers', 'create', '--email', 'ada@example.com')
    const wrong = await run(['cards', 'create', '--customer', customer, '--blocked-mccs', 'shoes'])
    expect(wrong.stderr).toContain('policy.blockedMccs[0]')
    const json = await run(['cards', 'create', '--json'])
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'invalid_request', flag: '--customer' } })
    const key = ['customers', 'create', '--email', 'bob@example.com', '--idempotency-key', 'once']
    expect(await done(...key)).toBe(await done(...key))
    const tier = await run(['keys', 'create', 'fast', '--role', 'read', '--requests-per-minute', '5000'])
    expect(tier.stderr).toContain(
      '--requests-per-minute is for the tier `enterprise`. Leave --requests-per-minute out, or give',
    )
    expect(tier.stderr).not.toContain('requestsPerMinute')
    const agent = await done('agents', 'create', '--customer', customer, '--external-id', 'web')
    const web = ['keys', 'create', 'web', '--role', 'agent', '--agent', agent, '--mcp-token-subject', 'ada']
    expect((await run(web)).stderr).toContain('--mcp-token-client')
    const env = { PURSER_MCP_ISSUER: 'https://login.example.com' }
    const made = await run([...web, '--mcp-token-client', 'assistant', '--json'], { env })
    expect(JSON.parse(made.stdout.join('\n'))).toMatchObject({
      mcpToken: { issuer: env.PURSER_MCP_ISSUER, subject: 'ada', clientId: 'assistant' },
    })
  })
})

describe('profiles', () => {
  it('keep a node and its key, which commands use where nothing else names one', async () => {
    const { url, run } = await shell()
    const none = { PURSER_URL: '', PURSER_API_KEY: '' }
    const bare = (line: readonly string[], more: { env?: Record<string, string>; input?: string } = {}) =>
      run(line, { ...more, env: { ...none, ...more.env } })
    expect((await bare(['whoami'])).stderr).toContain('"purser login" keeps an API key')

    const login = await bare(['login', '--profile', 'local', '--url', url], { input: `${KEY}\n` })
    expect(login.code).toBe(0)
    expect([...login.stdout, login.stderr].join('\n')).not.toContain(KEY)
    expect(statSync(profilesIn(config)).mode & 0o777).toBe(0o600)
    expect(JSON.parse((await bare(['whoami', '--json'])).stdout.join('\n'))).toMatchObject({ url, profile: 'local' })

    const wrong = await bare(['login', '--profile', 'other', '--url', url], { input: `sk_${'x'.repeat(40)}` })
    expect(wrong.code).toBe(exitCodes.refused)
    expect(wrong.stderr).not.toContain('xxxx')
    const all = await bare(['profiles', 'list'])
    expect(all.stdout.join('\n')).toContain('local')
    expect(all.stdout.join('\n')).not.toContain(KEY)
    expect((await bare(['cards', 'list', '--profile', 'lokal'])).stderr).toContain(
      'There is no profile "lokal". There are: local.',
    )

    // A profile's key is sent to the profile's URL alone. A key of the environment wins over the default profile, `--profile` over the key.
    const elsewhere = await bare(['whoami'], { env: { PURSER_URL: 'http://127.0.0.1:1/v1' } })
    expect(elsewhere.stderr).toContain(`the profile "local" is for ${url}`)
    const environment = await run(['whoami', '--json'])
    expect(JSON.parse(environment.stdout.join('\n'))).toMatchObject({ profile: null })
    const flag = await run(['whoami', '--profile', 'local', '--json'], {
      env: { PURSER_API_KEY: `sk_${'x'.repeat(40)}` },
    })
    expect(JSON.parse(flag.stdout.join('\n'))).toMatchObject({ profile: 'local' })

    expect((await bare(['whoami'])).stdout).toEqual(expect.arrayContaining([expect.stringMatching(/^role +admin$/)]))
    chmodSync(profilesIn(config), 0o644)
    const open = await bare(['whoami'])
    expect(open.code).toBe(exitCodes.refused)
    expect(open.stderr).toContain(`chmod 600 ${profilesIn(config)}`)
    chmodSync(profilesIn(config), 0o600)
    expect((await bare(['logout'])).code).toBe(0)
    expect(readFileSync(profilesIn(config), 'utf8')).not.toContain(KEY)
  })
})

describe('in a folder without a Purser', () => {
  it.each([
    ['keys', 'list'],
    ['people', 'list'],
    ['accounts', 'list'],
    ['verify'],
    ['status'],
    ['audit', 'export'],
    ['receipts', 'keys'],
    ['keys', 'create', 'x', '--role', 'read'],
  ])('purser %s %s makes none, and says what to do', async (...line) => {
    const words = line.filter((word) => word !== undefined)
    const folder = join(config, 'empty')
    mkdirSync(folder)
    const ended = await rig.run(words, { PURSER_DATA_DIR: join(folder, '.purser') })
    expect(ended.code).toBe(exitCodes.refused)
    expect(ended.stderr).toContain(
      `There is no Purser in ${join(folder, '.purser')} yet. "purser start" makes one there.`,
    )
    expect(() => statSync(join(folder, '.purser'))).toThrow('ENOENT')
  })
})

describe('purser people', () => {
  it('prints whole links where the address is known, and lists who is invited', async () => {
    await rig.run(['accounts', 'create', 'First'])
    const invite = (env: Record<string, string>, ...more: string[]) =>
      rig.run(['people', 'invite', 'ada@example.com', ...more], env)
    expect((await invite({ PORT: '8421' })).stdout.at(-1)).toMatch(/^http:\/\/localhost:8421\/welcome#invite_/)
    const named = await invite({ PURSER_PUBLIC_URL: 'https://purser.example.com' })
    expect(named.stdout.at(-1)).toMatch(/^https:\/\/purser\.example\.com\/welcome#invite_/)
    expect((await invite({ PORT: '0' })).stdout.at(-1)).toMatch(/^\/welcome#invite_/)
    const list = await rig.run(['people', 'list'])
    expect(list.stdout.join('\n')).toMatch(/ada@example\.com +viewer +invited/)
    const reset = await rig.run(['people', 'reset', 'Ada@example.com'])
    expect(reset.stderr).toContain('is invited and has not joined yet')
    expect((await rig.run(['people', 'invite', 'ada'])).stderr).toContain('"ada" is no email address')
    expect((await invite({}, '--role', 'ownr')).stderr).toContain('"ownr" is not. Did you mean owner?')
  })
})

it('purser alone shows the help, and a flag alone says where the command goes', async () => {
  const alone = await rig.run([])
  expect([alone.code, alone.stdout[0]]).toEqual([
    0,
    'purser <command> [words] [flags]: spending cards for software agents',
  ])
  expect((await rig.run(['--port', '8421'])).stderr).toContain('For instance: purser start --port 8421')
  const [[full = ''], [bare = '']] = [(await rig.run(['version'])).stdout, (await rig.run(['--version'])).stdout]
  expect(full.split(' ')[0]).toBe(bare)
})

it('a misspelt setting is named with the one that is meant', async () => {
  const node = rig.purser(['start'], { PURSER_HOLDDAYS: '3' })
  await baseUrlOf(node)
  expect(node.stderr.join('\n')).toContain(
    'PURSER_HOLDDAYS is not a setting of Purser, so it is ignored. Did you mean PURSER_HOLD_DAYS?',
  )
})
