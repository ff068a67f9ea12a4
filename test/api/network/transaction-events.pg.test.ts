import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Purser, Transaction } from '../../../clients/typescript/src/client.ts'
import { verifyWebhook } from '../../../clients/typescript/src/webhooks.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { TestEventStreamReader } from '../../support/receivers/event-listener.ts'
import { openWebhookSink, type WebhookSink } from '../../support/receivers/webhook-sink.ts'

type Told = [type: string, amount: number, transaction: Transaction]

let service: TestPurser
let network: Purser['network']
let sink: WebhookSink
let secret: string
let cardId: string
/** What happened, in its order: the events that it must have, with the transaction as the API answered it at that moment. */
let happened: Told[]

beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  ;({ network } = service.purser)
  sink = await openWebhookSink()
  ;({ secret } = await service.purser.webhooks.create({ url: sink.url, events: ['*'] }))
  const { id: customerId } = await service.purser.customers.create({ email: 'ada@example.com' })
  ;({ id: cardId } = await service.purser.cards.create({ customerId, policy: { limits: { perAuth: 5000 } } }))
  happened = await happen()
})
afterAll(async () => {
  await sink.close()
  await service.stop()
})

/** Every event of a transaction, each at a moment of its own. */
async function happen(): Promise<Told[]> {
  const told: Told[] = []
  const later = () => service.purser.testClock.advance({ seconds: 60 })
  const merchant = { name: 'Bücher & Co', mcc: '5942', city: 'Berlin', country: 'DE' }
  const { transaction: approved } = await network.authorize({
    cardId,
    amount: 4000,
    merchant,
    networkReference: 'ref 1',
  })
  told.push(['transaction.created', 4000, approved])
  await later()
  const { transaction: declined } = await network.authorize({ cardId, amount: 6000, merchant })
  told.push(['transaction.declined', 6000, declined])
  await later()
  const { transaction: raised } = await network.increment(approved.id, { amount: 500 })
  await later()
  const { transaction: notRaised, decision } = await network.increment(approved.id, { amount: 900 })
  expect([decision, notRaised]).toEqual(['decline', raised])
  told.push(['transaction.declined', 900, notRaised])
  await later()
  told.push(['transaction.reversed', 300, await network.reverse(approved.id, { amount: 300 })])
  await later()
  await network.settle(approved.id, { amount: 1000, final: false })
  await later()
  told.push(['transaction.settled', 3500, await network.settle(approved.id, { amount: 2500 })])
  await later()
  told.push(['transaction.refunded', 200, await network.refund({ transactionId: approved.id, amount: 200 })])
  await later()
  told.push(['transaction.refunded', 100, await network.refund({ transactionId: approved.id, amount: 100 })])
  await later()
  const forced = await network.forceCapture({ cardId, amount: 700, merchant: {} })
  told.push(['transaction.created', 700, forced], ['transaction.settled', 700, forced])
  await later()
  const advice = { cardId, networkReference: 'ref 2', merchant }
  const standIn = await network.advise({ ...advice, factId: '1', approved: true, amount: 250 })
  told.push(['transaction.created', 250, standIn])
  await later()
  const withdrawn = await network.advise({ ...advice, factId: '2', approved: false, amount: 250 })
  told.push(['transaction.reversed', 250, withdrawn])
  // What is noted beside a transaction is no part of what happened.
  await service.purser.transactions.update(approved.id, { metadata: { note: 'later' } })
  return told
}

const isOfTransaction = ({ type }: { type: string }) => type.startsWith('transaction.')
const toldBy = ({ type, data }: { type: string; data: object }): Told => {
  const { amount, transaction } = data as { amount: number; transaction: Transaction }
  return [type, amount, transaction]
}
const byTime = (events: Told[]) =>
  events.toSorted(([typeA, , a], [typeB, , b]) =>
    `${a.id} ${a.updatedAt} ${typeA}`.localeCompare(`${b.id} ${b.updatedAt} ${typeB}`),
  )

describe('an event about a transaction has it as the API answered it at that moment', () => {
  it('in the list of events', async () => {
    const events = (await service.purser.events.list().toArray()).filter(isOfTransaction)
    expect(events.toReversed().map(toldBy)).toEqual(happened)
  })

  it('by its id', async () => {
    for (const event of (await service.purser.events.list().toArray()).filter(isOfTransaction)) {
      expect(await service.purser.events.get(event.id)).toEqual(event)
    }
  })

  it('in what a webhook gets, in each attempt with the same bytes', async () => {
    const requests = await sink.received(happened.length + 1) // the card was created, too
    const events = await Promise.all(
      requests.map(({ body, headers }) =>
        verifyWebhook({
          payload: body,
          header: String(headers['service-signature']),
          secret,
          toleranceSeconds: Infinity,
        }),
      ),
    )
    expect(byTime(events.filter(isOfTransaction).map(toldBy))).toEqual(byTime(happened))
    const settled = requests.find(({ event }) => event.type === 'transaction.settled')
    const [webhook] = (await service.purser.webhooks.list()).data
    const deliveries = await service.purser.webhooks.listDeliveries(String(webhook?.id)).toArray()
    const again = deliveries.find(({ eventId }) => eventId === settled?.event.id)
    await service.purser.webhooks.retryDelivery(String(webhook?.id), String(again?.id))
    const all = await sink.received(requests.length + 1)
    expect(all.at(-1)?.body).toBe(settled?.body)
  })

  it('in the stream of events', async () => {
    const oldest = (await service.purser.events.list().toArray()).at(-1)?.id ?? ''
    const headers = { authorization: `Bearer ${service.apiKey}`, 'last-event-id': oldest }
    const listener = new TestEventStreamReader(await fetch(`${service.baseUrl}/events/stream`, { headers }))
    const events: { type: string; data: object }[] = []
    while (events.length <= happened.length) {
      const message = await listener.next()
      if (message === null) break
      if (message.data !== undefined) events.push(message.data)
    }
    await listener.stop()
    expect(byTime(events.filter(isOfTransaction).map(toldBy))).toEqual(byTime(happened))
  })

  it('and the reasons where it was declined, also beside it', async () => {
    const declines = await service.purser.events.list({ type: 'transaction.declined' }).toArray()
    const codes = declines.map(({ data }) => (data as { reasons: { code: string }[] }).reasons.map(({ code }) => code))
    expect(codes).toEqual([['per_auth_exceeded'], ['per_auth_exceeded']])
  })
})

it('of a step, the database has no second copy of the transaction', async () => {
  const { rows } = await service.database.pool.query<{ moment: object }>(
    `select data->'transaction' as moment from events where type = 'transaction.refunded' order by id limit 1`,
  )
  expect(Object.keys(rows[0]?.moment ?? {})).toEqual([
    'authorizedAmount',
    'settledAmount',
    'refundedAmount',
    'settledAt',
  ])
})

it('verify finds the same, also in an event that was stored without it', async () => {
  expect(await verifyDifferencesOf(service.database)).toEqual([])
  await service.database.pool.query(
    `update events set data = (data::jsonb - 'transaction')::json where type = 'transaction.settled'`,
  )
  expect(await verifyDifferencesOf(service.database)).toEqual([])
  const events = await service.purser.events.list({ type: 'transaction.settled' }).toArray()
  expect(events.map(({ data }) => ['amount' in data, 'transaction' in data])).toEqual([
    [true, false],
    [true, false],
  ])
})
