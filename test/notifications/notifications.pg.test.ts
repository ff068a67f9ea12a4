import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { MailNotifications } from '../../src/contract/resources/notifications.ts'
import type { PersonRole } from '../../src/contract/resources/people.ts'
import { claimDeliveries } from '../../src/store/webhooks/delivery-queue.ts'
import { type MailSink, openMailSink } from '../support/receivers/mail-sink.ts'
import { SoftwareAuthenticator } from '../support/soft-authenticator.ts'
import { newPerson, TEST_PASSWORD } from '../support/records/some-person.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'
import { planting } from '../verify/planting.ts'

/** The settings and messages of docs/guides/notifications.md. */
const PUBLIC_URL = 'https://purser.example.com'

let mail: MailSink
let slack: WebhookSink
let service: TestPurser
let customerId: string
let agentId: string
beforeAll(async () => {
  mail = await openMailSink()
  slack = await openWebhookSink()
  service = await startPurser({
    PURSER_TEST_CLOCK: 'true',
    PURSER_SMTP_URL: mail.url,
    PURSER_MAIL_FROM: 'Purser <purser@example.com>',
    PURSER_PUBLIC_URL: PUBLIC_URL,
  })
  customerId = (await service.purser.customers.create({ name: { business: 'Ink Inc.' } })).id
  agentId = (await service.purser.agents.create({ customerId, externalId: 'buyer', name: 'Office buyer' })).id
})
afterAll(async () => {
  await service.stop()
  await Promise.all([mail.close(), slack.close()])
})
/** Tests share one account: who has chosen in one is told nothing in the next. */
afterEach(async () => {
  mail.answerWith(() => '250 taken')
  slack.answerWith(() => ({ status: 200 }))
  await service.purser.slack.update({ events: [], url: null })
  await Promise.all(choosers.splice(0).map(({ choose }) => choose([])))
})

interface Chooser {
  readonly id: string
  readonly email: string
  test(): Promise<Response>
  choose(events: readonly string[]): Promise<Response>
}

const choosers: Chooser[] = []
let count = 0
async function somebody(role: PersonRole): Promise<Chooser> {
  const email = `${role}-${(count += 1)}@example.com`
  const { id, cookie } = await newPerson(service, role, email)
  if (role === 'owner') await settle() // the other owners are told of the new one
  const headers = { cookie, origin: new URL(service.baseUrl).origin, 'content-type': 'application/json' }
  const choose = (events: readonly string[]) =>
    fetch(`${service.baseUrl}/self/notifications`, { method: 'PATCH', headers, body: JSON.stringify({ events }) })
  const test = () => fetch(`${service.baseUrl}/self/notifications/test`, { method: 'POST', headers, body: '{}' })
  return { id, email, choose, test }
}

async function chooser(role: PersonRole, ...events: readonly string[]): Promise<Chooser> {
  const person = await somebody(role)
  expect((await person.choose(events)).status).toBe(200)
  choosers.push(person)
  return person
}

const newCard = (more: object = {}) => service.purser.cards.create({ customerId, agentId, ...more })
async function waitingApproval(): Promise<string> {
  const { id } = await newCard({ policy: { requireIntent: true, requireApproval: true } })
  await service.purser.intents.declare(id, {
    purpose: 'Toner',
    expectedAmount: 12_050,
    expectedMerchant: 'Ink Shop',
  })
  const { data } = await service.purser.approvals.list({ limit: 1 })
  return data[0]?.id ?? ''
}
const advance = (seconds: number) => service.purser.testClock.advance({ seconds })
/** All that is due now is sent. */
const settle = () => advance(1)
const to = (email: string) => mail.mails.filter((each) => each.to === email)
const statusesOf = async (email: string) => {
  const { rows } = await service.database.pool.query<{ status: string }>(
    `select d.status from deliveries d join notification_channels c on c.id = d.webhook_id
      join people p on p.id = c.person_id where p.email = $1 order by d.id`,
    [email],
  )
  return rows.map(({ status }) => status)
}

describe('a passkey that is added', () => {
  it('is mailed to its person, who has chosen nothing, with what to do about it', async () => {
    const email = 'grace@example.com'
    const { cookie } = await newPerson(service, 'viewer', email)
    const headers = { cookie, origin: new URL(service.baseUrl).origin, 'content-type': 'application/json' }
    const post = (path: string, body: object) =>
      fetch(`${service.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const asked = await post('/passkeys/options', {})
    const { options } = (await asked.json()) as { options: { challenge: string; rp: { id: string } } }
    // Whatever host the request was for: passkeys belong to the public URL.
    expect(options.rp.id).toBe('purser.example.com')
    const made = new SoftwareAuthenticator(PUBLIC_URL).register(options)
    const kept = await post('/passkeys', { name: 'Phone\nof Grace', password: TEST_PASSWORD, ...made })
    expect(kept.status).toBe(201)
    await settle()
    const [told, ...more] = to(email)
    expect(more).toEqual([])
    expect(told?.headers['subject']).toBe('Your passkeys for Purser have changed')
    expect(told?.text).toMatch(/A passkey was added for your account at .*: “Phone of Grace”, .* UTC\./)
    expect(told?.text).toContain(`${PUBLIC_URL}/forgot`)
  })
})

describe('an approval that waits', () => {
  it('is mailed to whoever has chosen so, once, with a link to its page and nothing that decides', async () => {
    const approver = await chooser('approver', 'intent.pending_approval')
    const other = await chooser('owner', 'budget.threshold')
    const second = await service.secondNode()
    const approvalId = await waitingApproval()
    await settle()
    await second.stop()
    const [first, ...more] = to(approver.email)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      from: 'purser@example.com',
      headers: { subject: 'Approval needed: $120.50 at Ink Shop', 'auto-submitted': 'auto-generated' },
    })
    expect(first?.text).toContain('Office buyer asks for $120.50 at Ink Shop')
    expect(first?.text).toContain(`\n${PUBLIC_URL}/approvals/${approvalId}\n`)
    expect(first?.text).not.toMatch(/invite_|session_|sk_|token/)
    expect(to(other.email)).toEqual([])
  })

  it('is told in Slack, too, whose URL is never shown whole', async () => {
    const before = slack.requests.length
    const shown = await service.purser.slack.update({
      events: ['intent.pending_approval'],
      url: `http://127.0.0.1:${slack.port}/services/T000/B000/verysecretword`,
    })
    expect(shown).toEqual({ events: ['intent.pending_approval'], url: `127.0.0.1:${slack.port}/…word` })
    expect(await service.purser.slack.get()).toEqual(shown)
    const approvalId = await waitingApproval()
    await settle()
    const [posted, ...more] = slack.requests.slice(before)
    expect(more).toEqual([])
    expect(posted?.path).toBe('/services/T000/B000/verysecretword')
    expect(JSON.parse(posted?.body ?? '')).toEqual({
      text: expect.stringMatching(
        `^\\*Approval needed[^]*<${PUBLIC_URL}/approvals/${approvalId}\\|Open it in Purser>$`,
      ),
      unfurl_links: false,
      unfurl_media: false,
    })
    const { rows } = await service.database.pool.query<{ all: string }>(
      `select string_agg(t::text, '') as all from (
        select row_to_json(c) as t from notification_channels c union all select row_to_json(e) from audit_entries e) t`,
    )
    expect(rows[0]?.all).toContain('notification_channel')
    expect(rows[0]?.all).not.toContain('verysecretword')
  })

  it('is mailed to nobody who may not decide about it any more', async () => {
    const demoted = await chooser('approver', 'intent.pending_approval')
    const disabled = await chooser('admin', 'intent.pending_approval')
    const changed = await chooser('approver', 'intent.pending_approval')
    const viewer = await chooser('viewer', 'intent.pending_approval')
    mail.answerWith(() => '451 later')
    const offered = mail.offered
    await waitingApproval()
    await settle()
    expect(mail.offered - offered).toBe(3) // the viewer never could
    mail.answerWith(() => '250 taken')
    await service.purser.people.update(demoted.id, { role: 'viewer' })
    await service.purser.people.update(disabled.id, { status: 'disabled' })
    await changed.choose([])
    await advance(5 * 60)
    for (const { email } of [demoted, disabled, changed, viewer]) {
      expect([email, to(email), await statusesOf(email)]).toEqual([email, [], ['canceled']])
    }
  })
})

describe('a mail that the server does not take', () => {
  it('is tried again by the schedule of webhooks, as the same mail', async () => {
    const { email } = await chooser('owner', 'webhook.disabled')
    const ids: (string | undefined)[] = []
    mail.answerWith(({ headers }) => (ids.push(headers['message-id']) < 3 ? '451 later' : '250 taken'))
    const { id } = await service.purser.webhooks.create({ url: 'https://hooks.example.com/a', events: ['*'] })
    await service.purser.webhooks.update(id, { status: 'disabled' })
    await settle()
    expect([ids.length, await statusesOf(email)]).toEqual([1, ['pending']])
    await advance(5 * 60)
    await advance(30 * 60)
    expect(ids).toEqual([ids[0], ids[0], ids[0]])
    expect(ids[0]).toMatch(/^<dlv_\w+@purser\.example\.com>$/)
    expect([to(email).map(({ text }) => text), await statusesOf(email)]).toEqual([
      [expect.stringContaining(`${PUBLIC_URL}/developers/webhooks/${id}`)],
      ['succeeded'],
    ])
  })

  it('is sent by another node where the one that had leased it is gone', async () => {
    const { email } = await chooser('owner', 'intent.pending_approval')
    mail.answerWith(() => '451 later')
    await waitingApproval()
    await settle()
    mail.answerWith(() => '250 taken')
    const { now } = await service.purser.testClock.get()
    const due = Date.parse(now) + 5 * 60_000
    const request = {
      bucketScope: null,
      now: due,
      leaseMs: 30_000,
      free: 1000,
      share: 1000,
      inFlight: new Map(),
      after: '',
    }
    const leased = await service.database.transaction((tx) => claimDeliveries(tx, request))
    expect(leased.map(({ sending }) => sending?.kind)).toEqual(['mail'])
    await advance(5 * 60)
    expect(to(email)).toEqual([]) // leased by a node that sends it no more
    await advance(60)
    expect(to(email)).toHaveLength(1)
    await advance(24 * 3600)
    expect(to(email)).toHaveLength(1)
  })

  it('is neither lost nor sent twice where the node stops before the server has answered', async () => {
    const { email } = await chooser('owner', 'intent.pending_approval')
    const offered = mail.offered
    mail.answerWith((_mail, index) => (index === offered ? 'hang' : '250 taken'))
    const going = await service.secondNode()
    await waitingApproval()
    await mail.wasOffered(offered + 1)
    await going.stop() // cut off, where this one has it
    mail.drop()
    await advance(5 * 60)
    await advance(60)
    expect([to(email).length, await statusesOf(email)]).toEqual([1, ['succeeded']])
  })
})

describe('what else is told', () => {
  it('a card that a rule froze, and not one that somebody did; a budget at 80 % and at 100 %', async () => {
    const { email } = await chooser('viewer', 'card.frozen', 'budget.threshold')
    const byHand = await newCard()
    await service.purser.cards.freeze(byHand.id)
    const byRule = await newCard({ policy: { requireIntent: true, onMissingIntent: 'freeze' } })
    await service.purser.network.authorize({ cardId: byRule.id, amount: 100 })
    const spent = await newCard({ limits: { perDay: 1000 }, label: 'Paper' })
    await service.purser.network.authorize({ cardId: spent.id, amount: 800 })
    await service.purser.network.authorize({ cardId: spent.id, amount: 200 })
    await settle()
    const told = to(email).map(({ headers, text }) => `${headers['subject']} ${/https:\S+/.exec(text)?.[0]}`)
    expect(told.toSorted()).toEqual([
      expect.stringMatching(`^100 % of a budget is spent: Paper .* ${PUBLIC_URL}/cards/${spent.id}$`),
      expect.stringMatching(`^80 % of a budget is spent: Paper .* ${PUBLIC_URL}/cards/${spent.id}$`),
      expect.stringMatching(`^A rule has frozen .* ${PUBLIC_URL}/cards/${byRule.id}$`),
    ])
  })

  it('what an issuer approved by itself, a forced capture and a settlement over the amount; no other purchase', async () => {
    const { email } = await chooser('owner', 'transaction.created', 'transaction.settled')
    const { network } = service.purser
    const { id: cardId } = await newCard()
    const { id: intended } = await newCard({ policy: { requireIntent: true } })
    await service.purser.intents.declare(intended, { purpose: 'Paper', expectedAmount: 100 })
    const ordinary = await network.authorize({ cardId, amount: 110 })
    await network.settle(ordinary.transactionId)
    const stoodIn = await network.advise({ cardId, factId: 'a1', networkReference: 'r1', amount: 120, approved: true })
    const forced = await network.post({ cardId, factId: 'c1', amount: 130, kind: 'capture' })
    const over = await network.authorize({ cardId, amount: 140 })
    await network.settle(over.transactionId, { amount: 145 })
    const matched = await network.authorize({ cardId: intended, amount: 100 })
    await network.settle(matched.transactionId, { amount: 300 })
    await settle()
    const told = to(email).map(({ text }) => /txn_\w+/.exec(text)?.[0] ?? '')
    const expected = [stoodIn.id, forced.transaction.id, over.transactionId, matched.transactionId]
    expect(new Set(told)).toEqual(new Set(expected))
    expect(told).toHaveLength(expected.length)
    await advance(600)
    const later = await network.advise({ cardId, factId: 'a2', networkReference: 'r2', amount: 150, approved: true })
    await network.authorize({ cardId, amount: 160 })
    await network.post({ cardId, factId: 'c2', amount: 170, kind: 'capture' })
    await settle()
    expect(to(email)).toHaveLength(expected.length + 2)
    expect(to(email).some(({ text }) => text.includes(later.id))).toBe(true)
    expect(await planting(service, customerId).differences()).toEqual([])
  })

  it('an invitation goes by mail, with its link shown all the same; one that is revoked goes no more', async () => {
    const invited = await service.purser.invitations.create({ email: 'guest@example.com', role: 'viewer' })
    expect(invited.mailed).toBe(true)
    await settle()
    expect(to('guest@example.com').map(({ text }) => text)).toEqual([
      expect.stringContaining(`\n${PUBLIC_URL}/welcome#${invited.secret}\n`),
    ])
    mail.answerWith(() => '451 later')
    const { id } = await service.purser.invitations.create({ email: 'nobody@example.com', role: 'viewer' })
    await settle()
    await service.purser.invitations.revoke(id)
    mail.answerWith(() => '250 taken')
    await advance(5 * 60)
    expect(to('nobody@example.com')).toEqual([])
    const { rows } = await service.database.pool.query<{ text: string }>(
      'select row_to_json(l)::text as text from letters l',
    )
    expect(rows.filter(({ text }) => text.includes(invited.secret))).toEqual([])
  })
})

describe('a test message', () => {
  it('is mailed at once to whoever asks, whatever they have chosen, with what the server answers', async () => {
    const { email, test } = await somebody('viewer')
    const answer = async () => (await test()).json()
    mail.answerWith(() => '250 2.0.0 queued as 4711')
    const taken = { succeeded: true, statusCode: 250, failure: null, responseSnippet: '250 2.0.0 queued as 4711' }
    expect(await answer()).toEqual(taken)
    expect(to(email)).toMatchObject([
      {
        headers: { subject: 'A test message from Purser' },
        text: expect.stringContaining(`${PUBLIC_URL}/settings?tab=notifications`),
      },
    ])
    mail.answerWith(() => '550 5.1.1 nobody of this name')
    const refused = { statusCode: 550, failure: null, responseSnippet: '550 5.1.1 nobody of this name' }
    expect(await answer()).toEqual({ succeeded: false, ...refused })
    await advance(24 * 3600)
    expect([to(email).length, await statusesOf(email)]).toEqual([1, []])
  })

  it('is posted in Slack at once, where a URL is set, with what Slack answers', async () => {
    const { purser } = service
    const notSent = { succeeded: false, statusCode: null, responseSnippet: null }
    expect(await purser.slack.test()).toEqual({ ...notSent, failure: 'not_set_up' })
    await purser.slack.update({ url: `http://127.0.0.1:${slack.port}/services/T000/B000/verysecretword` })
    const before = slack.requests.length
    slack.answerWith(() => ({ status: 200, body: 'ok' }))
    const taken = { succeeded: true, statusCode: 200, failure: null, responseSnippet: 'ok' }
    expect(await purser.slack.test()).toEqual(taken)
    slack.answerWith(() => ({ status: 404, body: 'no_service' }))
    const refused = { succeeded: false, statusCode: 404, failure: null, responseSnippet: 'no_service' }
    expect(await purser.slack.test({ idempotencyKey: 'once' })).toEqual(refused)
    expect(await purser.slack.test({ idempotencyKey: 'once' })).toEqual(refused)
    const posted = slack.requests.slice(before).map(({ body }) => (JSON.parse(body) as { text: string }).text)
    expect(posted).toEqual(Array(2).fill(expect.stringMatching(/^\*A test message from Purser\*\n/)))
    await purser.slack.update({ url: 'http://127.0.0.1:1/services/T000' })
    expect(await purser.slack.test()).toEqual({ ...notSent, failure: 'connection_refused' })
  })

  it('goes to no address that is not public', async () => {
    await service.purser.slack.update({ url: `http://127.0.0.1:${slack.port}/services/T000/B000/secret` })
    const before = slack.requests.length
    const strict = await service.secondNode({ PURSER_ALLOW_PRIVATE_WEBHOOKS: 'false' })
    expect(await strict.purser.slack.test()).toMatchObject({ succeeded: false, failure: 'address_refused' })
    expect(slack.requests.length).toBe(before)
    await strict.stop()
  })
})

describe('what one is told', () => {
  it('is shown as it was chosen, each type once, and told to the audit trail', async () => {
    const person = await somebody('viewer')
    const chosen = await person.choose(['card.frozen', 'card.frozen'])
    const expected: MailNotifications = { events: ['card.frozen'], email: person.email, sendsMail: true }
    expect(await chosen.json()).toEqual(expected)
    const { data } = await service.purser.audit.list({ actorId: person.id, operation: 'updateMailNotifications' })
    expect(data[0]?.changes).toEqual([
      { path: 'personId', before: null, after: person.id },
      { path: 'events', before: null, after: ['card.frozen'] },
    ])
    expect((await person.choose(['transaction.refunded'])).status).toBe(400)
  })

  it.each(['http://hooks.slack.com/services/a', 'https://10.0.0.1/services/a', 'https://localhost/services/a'])(
    'is not posted to %s without the setting for development',
    async (url) => {
      const strict = await service.secondNode({ PURSER_ALLOW_PRIVATE_WEBHOOKS: 'false' })
      await expect(strict.purser.slack.update({ url })).rejects.toMatchObject({ code: 'invalid_request', param: 'url' })
      await strict.stop()
    },
  )

  it('agrees with what purser verify makes of the outbox and the trail', async () => {
    const { differences } = planting(service, customerId)
    expect(await differences()).toEqual([])
  })
})
