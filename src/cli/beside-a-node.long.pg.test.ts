import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../test/support/eventually.ts'
import { startPurser, type TestPurser } from '../../test/support/processes/start-purser.ts'
import { PURSER_ENTRY_FILE } from '../../test/support/processes/purser-bundle.ts'
import { startTestScript } from '../../test/support/processes/test-process.ts'
import { openWebhookSink } from '../../test/support/receivers/webhook-sink.ts'
import { type EventType, eventTypes } from '../contract/events.ts'
import { openWebhookReceiver } from '../../examples/demo/webhook-receiver.ts'
import { triggerEvent } from './events/trigger.ts'
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts'

/** Events that no command can trigger, with the words that say so. */
const OF_OTHERS = new Map<EventType, string>([
  ['audit.recorded', 'is sent with every change'],
  ['challenge.requested', 'happen when an issuer asks'],
  ['challenge.approved', 'happen when an issuer asks'],
  ['challenge.declined', 'happen when an issuer asks'],
  ['challenge.expired', 'happen when an issuer asks'],
  ['card.issuer_failed', 'happens when an issuer refuses a card'],
  ['person.passkeys_changed', 'changes a passkey in a browser'],
  ['person.role_changed', 'happens when a person joins'],
])

let service: TestPurser
let customerId: string
let cardId: string

beforeAll(async () => {
  service = await startPurser()
  ;({ id: customerId } = await service.purser.customers.create({ email: 'ada@example.com' }))
  ;({ id: cardId } = await service.purser.cards.create({ customerId, policy: { limits: { perAuth: 100 } } }))
})
afterAll(() => service.stop())

/** Starts a command without any settings of a database, master key or data directory. */
function start(words: string[], env: Record<string, string> = {}) {
  const process = startTestScript(PURSER_ENTRY_FILE, words, {
    env: { PURSER_URL: service.baseUrl, PURSER_API_KEY: service.apiKey, ...env },
  })
  onTestFinished(() => void process.child.kill('SIGKILL'))
  return process
}

async function run(words: string[], env?: Record<string, string>) {
  const process = start(words, env)
  return { code: await process.ended, stdout: process.stdout, stderr: process.stderr.join('\n') }
}

const declareForApproval = async () => {
  const card = await service.purser.cards.create({ customerId, policy: { requireIntent: true, requireApproval: true } })
  return service.purser.intents.declare(card.id, { purpose: 'A desk', expectedAmount: 100 })
}

describe('commands beside a running node', () => {
  it('list and show as a table, and as JSON what the API answers', async () => {
    const list = await run(['cards', 'list', '--customer', customerId, '--status', 'active', '--limit', '1'])
    expect(list.stdout[0]).toMatch(/^ID +STATUS +LAST4 +CURRENCY +LABEL +AGENT +CUSTOMER +COST CENTER +CREATED$/)
    expect(list.stdout[1]).toMatch(/^card_\w{26} {2}active +\d{4} +USD +cust_\w{26} +\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/)
    const asked = { customerId, limit: 20 }
    const page = JSON.parse(
      (await run(['cards', 'list', '--customer', customerId, '--json'])).stdout.join('\n'),
    ) as unknown
    expect(page).toEqual(JSON.parse(JSON.stringify(await service.purser.cards.list(asked))))
    const got = await run(['cards', 'get', cardId, '--json'])
    expect(JSON.parse(got.stdout.join('\n'))).toEqual(await service.purser.cards.get(cardId))
  })

  // The commands of this test are those that docs/guides/webhooks.md shows.
  it('send again what a webhook has missed, of a time and all of it', async () => {
    const receiver = await openWebhookSink()
    receiver.answerWith(() => ({ status: 500 }))
    const { purser } = service
    const { id } = await purser.webhooks.create({ url: receiver.url, events: ['webhook.test'] })
    try {
      await purser.webhooks.test(id)
      await eventually('the attempt is recorded', async () => {
        const { data } = await purser.webhooks.listDeliveries(id)
        return data[0]?.attemptCount === 1
      })
      await purser.webhooks.update(id, { status: 'disabled' })
      const refused = await run(['webhooks', 'replay', id])
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('This webhook is disabled')])
      await purser.webhooks.update(id, { status: 'active' })
      const none = await run(['webhooks', 'replay', id, '--until', '2026-01-31T00:00:00Z', '--json'])
      expect(JSON.parse(none.stdout.join(''))).toEqual({ replayed: 0 })
      const all = await run(['webhooks', 'replay', id, '--since', '2026-01-31T00:00:00Z'])
      expect([all.code, all.stdout]).toEqual([0, [`1 deliveries of ${id} will be sent again.`]])
      await receiver.received(2)
      expect((await run(['webhooks', 'list'])).stdout[1]).toContain(`${id}  active`)
    } finally {
      await purser.webhooks.delete(id)
      await receiver.close()
    }
  })

  it('approve and reject by the id of the approval or of its intent, and freeze', async () => {
    const [first, second] = [await declareForApproval(), await declareForApproval()]
    const { data } = await service.purser.approvals.list({ status: 'pending' })
    const approval = data.find(({ intentId }) => intentId === first.id)
    expect((await run(['approve', approval?.id ?? '', '--note', 'As agreed'])).stdout[0]).toContain(`(${first.id})`)
    expect((await run(['reject', second.id, '--reason', 'Too expensive'])).code).toBe(0)
    expect(await service.purser.intents.get(first.id)).toMatchObject({ status: 'pending' })
    expect(await service.purser.intents.get(second.id)).toMatchObject({ rejectionReason: 'Too expensive' })
    const { id } = await service.purser.cards.create({ customerId })
    expect((await run(['freeze', id])).stdout[0]).toContain(`Froze ${id}`)
    expect(await service.purser.cards.get(id)).toMatchObject({ status: 'frozen' })
  })

  it('decide about what was shown alone, and say what there is', async () => {
    const intent = await declareForApproval()
    const other = await run(['approve', intent.id, '--shown', 'a'.repeat(64)])
    expect([other.code, other.stdout]).toEqual([2, []])
    for (const told of ['Nothing was decided', intent.purpose, `--shown ${intent.subjectHash ?? ''}`])
      expect(other.stderr).toContain(told)
    const shown = ['--shown', intent.subjectHash ?? '']
    expect((await run(['approve', intent.id, ...shown])).stdout[0]).toMatch(/^Approved \$[\d.]+, up to \$[\d.]+ at /)
    const second = await declareForApproval()
    expect((await run(['intents', 'reject', second.id, '--shown', 'a'.repeat(64)])).stderr).toContain('subject_changed')
  })

  it('say after an approval what stands in the way all the same', async () => {
    const { id, cardId: frozen } = await declareForApproval()
    await service.purser.cards.freeze(frozen)
    const [said = ''] = (await run(['approve', id])).stdout
    expect(said).toMatch(
      /^Approved \$[\d.]+, up to \$[\d.]+ at .* It cannot be paid now: .*frozen.* The approval ends at 20\S+\.$/,
    )
    const other = await declareForApproval()
    expect((await run(['approve', other.id])).stdout[0]).toMatch(/The purchase can be made until 20\S+\.$/)
  })

  it('take an approval back, and show by whom, when and why', async () => {
    const { id } = await declareForApproval()
    expect((await run(['approve', id])).code).toBe(0)
    const taken = await run(['intents', 'revoke-approval', id, '--reason', 'A lamp was meant'])
    expect([taken.code, taken.stdout[0]]).toEqual([0, expect.stringContaining(`Revoked the approval of ${id}`)])
    const { revokedBy = '', revokedAt = '' } = await service.purser.intents.get(id)
    const shown = (await run(['intents', 'get', id])).stdout.join('\n')
    for (const told of ['canceled', revokedBy, revokedAt.slice(0, 10), 'A lamp was meant'])
      expect(shown).toContain(told)
    const approval = (await run(['approvals', 'get', id.replace('int_', 'apr_')])).stdout.join('\n')
    for (const told of ['canceled', revokedBy, 'A lamp was meant']) expect(approval).toContain(told)
    const late = await run(['intents', 'revoke-approval', id])
    expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('intent_not_pending')])
  })

  it('stop all spending, and let it go on', async () => {
    expect((await run(['stop', '--reason', 'A drill'])).stdout[0]).toMatch(/has been stopped since .*: A drill$/)
    expect((await service.purser.account.get()).stopped).toMatchObject({ reason: 'A drill' })
    expect((await run(['resume'])).stdout).toEqual([expect.stringMatching(/may spend again\.$/)])
    expect(await service.purser.account.get()).not.toHaveProperty('stopped')
  })

  it('list the changes that agents ask for, and decide about them', async () => {
    const ask = (perDay: number) =>
      service.purser.changeRequests.create({ cardId, wanted: { limits: { perDay } }, why: 'Two desks' })
    const [first, second] = [await ask(500), await ask(900)]
    const list = await run(['requests', 'list', '--card', cardId, '--status', 'pending'])
    expect(list.stdout.join('\n')).toMatch(new RegExp(`^ID .*WANTED.*\\n${second.id} +pending .*Two desks`))
    const approved = await run(['approve', first.id, '--note', 'As agreed'])
    expect(approved.stdout).toEqual([
      `Approved a change of the card (${first.id}): Two desks.`,
      '  limits.perDay: null -> 500',
    ])
    expect((await run(['reject', second.id, '--reason', 'Too much'])).code).toBe(0)
    expect(await service.purser.changeRequests.get(second.id)).toMatchObject({ status: 'rejected', note: 'Too much' })
    await service.purser.cards.update(cardId, { limits: null })
  })

  it('explain a decline, rule by rule', async () => {
    const { transactionId } = await service.purser.network.authorize({ cardId, amount: 101 })
    const { stdout } = await run(['explain', transactionId])
    expect(stdout.join('\n')).toMatch(
      /├─✗─┤ {2}FAILED {2}limits\.perAuth +card +\$1\.01 +limit \$1\.00\n {2}│ {3}│ {2}\$1\.01 /,
    )
    expect(stdout.join('\n')).not.toContain('\u001b')
  })

  it('make past decisions again under the rules of a file', async () => {
    const { id } = await service.purser.cards.create({ customerId })
    await service.purser.network.authorize({ cardId: id, amount: 4200, merchant: { name: 'Ink Shop' } })
    const folder = await mkdtemp(join(tmpdir(), 'purser-backtest-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'lower.json')
    await writeFile(file, JSON.stringify({ level: 'card', id, policy: { limits: { perAuth: 4000 } } }))
    const { stdout } = await run(['backtest', file])
    expect(stdout[0]).toMatch(
      /^Of 1 decisions from .* to .*, 1 would be declined and 0 approved; 0 stay as they were\.$/,
    )
    expect(stdout.join('\n')).toMatch(/limits\.perAuth +card +per_auth_exceeded +1 +0/)
    await writeFile(file, '{')
    const broken = await run(['backtest', file])
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('is not JSON')])
  })

  it('show events as they happen, a JSON object on each line', async () => {
    const tail = start(['tail', '--json', '--last', '1', '--type', 'card.frozen'])
    const { id } = await service.purser.cards.create({ customerId })
    await service.purser.cards.freeze(id)
    const line = await tail.line((text) => text.includes(id))
    expect(JSON.parse(line)).toMatchObject({ type: 'card.frozen', data: { cardId: id } })
    tail.child.kill('SIGINT')
    expect([await tail.ended, tail.stderr]).toEqual([0, []])
  })

  it('forward events to a URL of this machine, signed as webhooks are', async () => {
    const receiver = await openWebhookReceiver()
    onTestFinished(() => receiver.close())
    const listen = start(['listen', '--forward-to', receiver.url])
    const secret = (await listen.line((text) => text.includes('whsec_'))).trim()
    const triggered = await run(['trigger', 'transaction.declined', '--json'])
    const event = JSON.parse(triggered.stdout.join('\n')) as { id: string }
    const { payload, signature } = await receiver.waitFor(event.id, 10_000)
    expect(await verifyWebhook({ payload, header: signature, secret })).toEqual(event)
    expect(await listen.line((text) => text.includes(event.id))).toMatch(/transaction\.declined {2}evt_\w+ {2}✓ 200/)
    receiver.close()
    await triggerEvent(service.purser, 'card.frozen', '')
    await eventually('it says that nobody took it', () => listen.stdout.some((text) => text.includes('✗')))
    listen.child.kill('SIGINT')
    expect(await listen.ended).toBe(0)
  })

  it('make every event happen', async () => {
    const { id: webhookId } = await service.purser.webhooks.create({ url: 'http://127.0.0.1:1/', events: ['*'] })
    for (const type of eventTypes.filter((one) => !OF_OTHERS.has(one))) {
      const { event, comesAt } = await triggerEvent(service.purser, type, webhookId)
      if (type.endsWith('.expired')) expect(comesAt, type).toMatch(/^\d{4}-/)
      else if (type !== 'webhook.test') expect(event?.type, type).toBe(type)
    }
    const { data } = await service.purser.webhooks.listDeliveries(webhookId, { limit: 100 })
    expect(data.map(({ eventType }) => eventType)).toContain('webhook.test')
    for (const [type, why] of OF_OTHERS) {
      await expect(triggerEvent(service.purser, type, webhookId)).rejects.toThrow(why)
    }
  })

  it.each([
    {
      words: ['cards', 'get', 'card_unknown'],
      code: 2,
      says: /^purser: There is no such card\.\n {2}code: +card_not_found\n {2}hint: .*\n {2}request: req_/,
    },
    {
      words: ['cards', 'get', 'card_unknown', '--json'],
      code: 2,
      says: /^\{"error":\{"message":.*"code":"card_not_found".*"requestId":"req_/,
    },
    {
      words: ['cards', 'list', '--limit', '0'],
      code: 2,
      says: /^purser: --limit must be at least 1\.\n[^]* {2}flag: +--limit\n/,
    },
    {
      words: ['cards', 'list', '--customer', 'northwind'],
      code: 2,
      says: /^purser: --customer takes an id, which begins with cust_; "northwind" is none\.$/,
    },
    { words: ['cards', 'list'], env: { PURSER_API_KEY: 'sk_wrong' }, code: 2, says: /^purser: PURSER_API_KEY: / },
    { words: ['cards', 'list'], env: { PURSER_API_KEY: '' }, code: 2, says: /^purser: PURSER_API_KEY is missing/ },
    {
      words: ['cards', 'list'],
      env: { PURSER_URL: 'http://127.0.0.1:1' },
      code: 3,
      says: /^purser: No node answers at /,
    },
    { words: ['cards'], code: 2, says: /purser cards get card_\.\.\./ },
    {
      words: ['trigger', 'card.eaten'],
      code: 2,
      says: /There is no event "card\.eaten"\. There are:\n {2}transaction\.created\n/,
    },
    { words: ['trigger', 'webhook.test'], code: 2, says: /add --webhook wh_/ },
    { words: ['listen', '--forward-to', 'localhost:3000'], code: 2, says: /--forward-to must be an http or https URL/ },
  ])('$words with $env end with exit code $code', async ({ words, env = {}, code, says }) => {
    const ended = await run(words, env)
    expect([ended.code, ended.stdout]).toEqual([code, []])
    expect(ended.stderr).toMatch(says)
  })
})
