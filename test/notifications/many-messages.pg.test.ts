import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MAX_INTENTS_PENDING_APPROVAL } from '../../src/contract/resources/intents.ts'
import type { NotifiedEventType } from '../../src/contract/resources/notifications.ts'
import { someAgent, type SomeAgent } from '../mcp/agent-rig.ts'
import { lithicRig } from '../support/issuers/lithic-rig.ts'
import { openMailSink } from '../support/receivers/mail-sink.ts'
import { newPerson } from '../support/records/some-person.ts'
import { openWebhookSink } from '../support/receivers/webhook-sink.ts'

/** Many messages about one agent: those about what is gone are not sent, and of the others ten in an hour, then one that counts. */
const mail = await openMailSink()
const slack = await openWebhookSink()
const rig = lithicRig({
  PURSER_SMTP_URL: mail.url,
  PURSER_MAIL_FROM: 'purser@example.com',
  PURSER_PUBLIC_URL: 'https://purser.example.com',
})
const EMAIL = 'owner@example.com'
beforeAll(async () => {
  const { cookie } = await newPerson(rig.service, 'owner', EMAIL)
  const headers = { cookie, origin: rig.origin(), 'content-type': 'application/json' }
  const body = JSON.stringify({ events: [...QUESTIONS, 'card.frozen'] })
  const url = `${rig.service.baseUrl}/self/notifications`
  expect((await fetch(url, { method: 'PATCH', headers, body })).status).toBe(200)
})
afterEach(() => mail.answerWith(() => '250 taken'))
afterAll(() => Promise.all([mail.close(), slack.close()]))

const QUESTIONS: NotifiedEventType[] = [
  'intent.pending_approval',
  'subscription.pending_approval',
  'change_request.created',
  'challenge.requested',
]
const HOUR = 3600
const agent = () => someAgent(rig.service, { requireApproval: true })
const subjects = () => mail.mails.filter(({ to }) => to === EMAIL).map(({ headers }) => headers['subject'] ?? '')
/** The subjects of mails that come while something is done, and right after. */
async function mailed(act: () => Promise<unknown>): Promise<string[]> {
  const before = subjects().length
  await act()
  await rig.pass(1)
  return subjects().slice(before)
}
const declare = ({ purser, cardId }: SomeAgent, number = 1) =>
  purser.intents.declare(cardId, { purpose: `Part ${number}`, expectedAmount: 100 * number, expectedMerchant: 'Ink' })
const subscribe = ({ purser, cardId }: SomeAgent, number = 1) =>
  purser.subscriptions.create(cardId, {
    purpose: 'News',
    merchant: `News ${number}`,
    maxAmount: 900,
    interval: 'month',
  })
/** As many requests of an agent as a person is shown at once, and ten subscriptions. */
async function thirty(by: SomeAgent) {
  for (let number = 1; number <= MAX_INTENTS_PENDING_APPROVAL; number += 1) await declare(by, number)
  for (let number = 1; number <= 10; number += 1) await subscribe(by, number)
}

/** How each kind comes to wait, and how it ends before anybody has heard of it. */
const kinds: Readonly<Record<string, (by: SomeAgent) => Promise<() => Promise<unknown>>>> = {
  'an intent': async (by) => {
    const { id } = await declare(by)
    return () => by.purser.intents.cancel(id)
  },
  'a subscription': async (by) => {
    const { id } = await subscribe(by)
    return () => by.purser.subscriptions.cancel(id)
  },
  'a change request': async ({ purser, cardId }) => {
    const { id } = await purser.changeRequests.create({ cardId, why: 'Ink', wanted: { limits: { perDay: 1 } } })
    return () => rig.purser.changeRequests.reject(id)
  },
  'a challenge': async ({ customerId }) => {
    const { id: cardId } = await rig.purser.cards.create({ customerId, issuer: 'lithic' })
    await rig.pass(1)
    await rig.lithic.threeDs.decide(rig.lithic.threeDs.begin({ cardId, amount: 1500, merchant: { name: 'Ink' } }))
    const [challenge] = (await rig.purser.challenges.list({ cardId })).data
    return () => rig.purser.challenges.decline(challenge?.id ?? '')
  },
}

describe.each(Object.entries(kinds))('%s', (_kind, ask) => {
  it('that waits no more when the message is to be sent is not mailed', async () => {
    mail.answerWith(() => '451 later')
    const offered = mail.offered
    const end = await ask(await agent())
    await rig.pass(1)
    expect(mail.offered - offered).toBe(1)
    await end()
    mail.answerWith(() => '250 taken')
    expect(await mailed(() => rig.pass(24 * HOUR))).toEqual([])
  })
})

it('a mail about a subscription names the one that it ends, while that goes on', async () => {
  const by = await agent()
  const { id: replaces } = await subscribe(by)
  await rig.pass(1) // its own mail may be on its way
  await rig.purser.subscriptions.approve(replaces)
  const dearer = { purpose: 'News', merchant: 'News 1', maxAmount: 1100, interval: 'month', replaces } as const
  expect(await mailed(() => by.purser.subscriptions.create(by.cardId, dearer))).toHaveLength(1)
  expect(mail.mails.at(-1)?.text).toContain(`Approving it ends the one of at most $9.00 each month (${replaces}).`)
})

describe('an agent', () => {
  it('that declares and cancels in turn is mailed about at most ten times, and of nothing after that', async () => {
    const by = await agent()
    const during = await mailed(async () => {
      for (let number = 1; number <= 48; number += 1) {
        const { id } = await declare(by, number)
        await by.purser.intents.cancel(id)
      }
    })
    expect(during.length).toBeLessThanOrEqual(10)
    expect(during.every((subject) => subject.startsWith('Approval needed: '))).toBe(true)
    expect(await mailed(() => rig.pass(2 * HOUR))).toEqual([])
  })

  it('with thirty that wait is mailed about ten times and once for the others, by two nodes, and then no more for an hour', async () => {
    const by = await agent()
    const other = await agent()
    const url = `http://127.0.0.1:${slack.port}/services/T000/B000/word`
    await rig.purser.slack.update({ events: QUESTIONS, url })
    const second = await rig.service.secondNode()
    const posted = slack.requests.length
    const first = await mailed(() => thirty(by))
    expect(first).toHaveLength(10)
    expect(await mailed(() => declare(other))).toEqual(['Approval needed: $1.00 at Ink'])
    const waiting = await by.purser.intents.list({ status: 'pending_approval', limit: 100 })
    // Both of those that were mailed about, and of the others.
    for (const { id } of [waiting.data[0], waiting.data.at(-1)].flatMap((one) => one ?? []))
      await by.purser.intents.cancel(id)
    expect(await mailed(() => rig.pass(60))).toEqual(['19 more wait for a decision: buyer'])
    const { text } = mail.mails.at(-1) ?? { text: '' }
    expect(text).toContain(`\nhttps://purser.example.com/approvals?agentId=${by.agentId}\n`)
    expect(slack.requests.length - posted).toBe(12)
    await rig.purser.slack.update({ events: [], url: null })
    expect(await mailed(() => declare(by, 31))).toEqual([])
    expect(await mailed(() => declare(by, 32))).toEqual([])
    expect(await mailed(() => rig.pass(HOUR))).toEqual(['2 more wait for a decision: buyer'])
    await second.stop()
  })

  it('that floods with requests hides neither what happens with its cards nor the question of a bank', async () => {
    const by = await agent()
    await mailed(() => thirty(by))
    const { id: cardId } = await rig.purser.cards.create({
      customerId: by.customerId,
      agentId: by.agentId,
      issuer: 'lithic',
      policy: { requireIntent: true, onMissingIntent: 'freeze' },
    })
    await rig.pass(60)
    const asked = await mailed(() =>
      rig.lithic.threeDs.decide(rig.lithic.threeDs.begin({ cardId, amount: 1500, merchant: { name: 'Ink' } })),
    )
    expect(asked).toEqual(['Confirm now: $15.00 at Ink'])
    const frozen = await mailed(() => rig.purser.network.authorize({ cardId, amount: 100 }))
    expect(frozen).toEqual([expect.stringContaining('A rule has frozen')])
  })
})
