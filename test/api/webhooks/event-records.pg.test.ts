import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { openWebhookSink, type WebhookSink } from '../../support/receivers/webhook-sink.ts'

/** An event that is expected, with the record of what it is about, as the API answered it right after it. */
type Told = [type: string, record: object]
const kinds = ['intent', 'card', 'customer', 'agent'] as const

let service: TestPurser
let purser: Purser
let sink: WebhookSink
let happened: Told[]

beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  ;({ purser } = service)
  sink = await openWebhookSink()
  await purser.webhooks.create({ url: sink.url, events: ['*'] })
  happened = [...(await changedCustomersAndAgents()), ...(await changedCards()), ...(await endedIntents())]
})
afterAll(async () => {
  await sink.close()
  await service.stop()
})

const later = () => purser.testClock.advance({ seconds: 60 })
const merchant = { name: 'Kepler Books', mcc: '5942', country: 'DE' }

async function changedCustomersAndAgents(): Promise<Told[]> {
  const told: Told[] = []
  const customer = await purser.customers.create({ email: 'ada@example.com', metadata: { team: 'a' } })
  const agent = await purser.agents.create({ customerId: customer.id, name: 'Buyer', externalId: 'buyer' })
  for (const limits of [{ perDay: 5000 }, { perDay: 7000, perAuth: 100 }]) {
    await later()
    await purser.customers.update(customer.id, { limits })
    told.push(['customer.updated', await purser.customers.get(customer.id)])
    await later()
    await purser.agents.update(agent.id, { limits, metadata: { perDay: limits.perDay } })
    told.push(['agent.updated', await purser.agents.get(agent.id)])
  }
  return told
}

async function changedCards(): Promise<Told[]> {
  const told: Told[] = []
  const { id: customerId } = await purser.customers.create({ email: 'bo@example.com' })
  const created = async (body: object) => {
    await later()
    const { id } = await purser.cards.create({ customerId, ...body })
    told.push(['card.created', await recordOfCard(id)])
    await later()
    return id
  }
  const multi = await created({ label: 'Books', metadata: { shelf: 1 }, limits: { perAuth: 5000 } })
  await purser.cards.freeze(multi)
  told.push(['card.frozen', await recordOfCard(multi)])
  await later()
  await purser.cards.update(multi, { label: 'Other books', limits: { perAuth: 6000 } })
  await purser.cards.unfreeze(multi)
  told.push(['card.unfrozen', await recordOfCard(multi)])
  const single = await created({ usage: 'single', label: 'Once' })
  await purser.network.authorize({ cardId: single, amount: 100, merchant })
  told.push(['card.closed', await recordOfCard(single)])
  const strict = await created({ policy: { requireIntent: true, onMissingIntent: 'freeze' } })
  await purser.network.authorize({ cardId: strict, amount: 100, merchant })
  told.push(['card.frozen', await recordOfCard(strict)])
  return told
}

/** The card without what an event does not have of it. */
async function recordOfCard(id: string): Promise<object> {
  const { lastSpendAt: _lastSpendAt, ...card } = await purser.cards.get(id)
  return card
}

async function endedIntents(): Promise<Told[]> {
  const told: Told[] = []
  const { id: customerId } = await purser.customers.create({ email: 'cy@example.com' })
  const policy = { requireApproval: true, autoApproveBelow: 5000 }
  const { id: cardId } = await purser.cards.create({ customerId, label: 'Asks', policy })
  told.push(['card.created', await recordOfCard(cardId)])
  const tell = async (id: string, type: string) => {
    const {
      customerName: _customer,
      cardLabel: _card,
      approvalUrl: _url,
      subjectHash: _hash,
      payable: _may,
      notPayable: _why,
      ...intent
    } = await purser.intents.get(id)
    told.push([type, intent])
    await later()
  }
  const declared = async (expectedAmount: number) => {
    const { id, status } = await purser.intents.declare(cardId, { purpose: 'A book', expectedAmount, ttlMinutes: 60 })
    if (status === 'pending_approval') await tell(id, 'intent.pending_approval')
    else await tell(id, 'intent.created')
    return id
  }
  const approved = await declared(6000)
  await purser.intents.approve(approved, { note: 'Go on' })
  await tell(approved, 'intent.approved')
  await purser.network.authorize({ cardId, amount: 6000, merchant })
  await tell(approved, 'intent.matched')
  await purser.intents.report(approved, { outcome: 'completed', orderReference: '17' })
  await tell(approved, 'intent.reported')
  const rejected = await declared(7000)
  await purser.intents.reject(rejected, { reason: 'Too much' })
  await tell(rejected, 'intent.rejected')
  const canceled = await declared(300)
  await purser.intents.report(canceled, { outcome: 'abandoned' })
  await tell(canceled, 'intent.reported')
  await purser.intents.cancel(canceled)
  await tell(canceled, 'intent.canceled')
  return told
}

const recordOf = (data: object): object | undefined => {
  const kind = kinds.find((name) => name in data)
  return kind && (data as Record<string, object>)[kind]
}
/** `intent.created` of an intent that waits for a person at once comes beside `intent.pending_approval`, in the same moment. */
const isCompared = (event: { type: string; data: object }) => {
  const record = recordOf(event.data) as { status: string } | undefined
  return record !== undefined && !(event.type === 'intent.created' && record.status === 'pending_approval')
}
const toldBy = ({ type, data }: { type: string; data: object }): Told => [type, recordOf(data) ?? {}]
const ordered = (told: Told[]) => told.map((each) => JSON.stringify(sorted(each))).toSorted()
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, each]) => [key, sorted(each)] as const)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value

describe('an event has what it is about as the API answered it at that moment', () => {
  it('in the list of events', async () => {
    const events = (await purser.events.list().toArray()).filter(isCompared)
    expect(ordered(events.map(toldBy))).toEqual(ordered(happened))
    expect(new Set(events.map(({ data }) => kinds.find((kind) => kind in data)))).toEqual(new Set(kinds))
  })

  it('by its id', async () => {
    for (const event of await purser.events.list().toArray()) expect(await purser.events.get(event.id)).toEqual(event)
  })

  it('in what a webhook gets', async () => {
    const events = await purser.events.list().toArray()
    const requests = await sink.received(events.length)
    const byId = new Map(requests.map(({ event }) => [event.id, event]))
    for (const event of events) expect(byId.get(event.id)).toEqual(event)
  })

  it('also where the intent was created to wait for a person', async () => {
    const created = await purser.events.list({ type: 'intent.created' }).toArray()
    const waiting = created.map(({ data }) => data as { status: string; intent: Record<string, unknown> })
    const asked = waiting.find(({ status }) => status === 'pending_approval')
    expect(asked?.intent).toMatchObject({ status: 'pending_approval', requiresApproval: true })
    expect(Object.keys(asked?.intent ?? {})).not.toContain('approvedAt')
  })
})

it('verify finds nothing wrong with them', async () => {
  expect(await verifyDifferencesOf(service.database)).toEqual([])
})

it('an event about a card that was stored without it is shown without it', async () => {
  await service.database.pool.query(`update events set data = (data::jsonb - 'card')::json where type = 'card.closed'`)
  const [closed] = await purser.events.list({ type: 'card.closed' }).toArray()
  expect(closed?.data).not.toHaveProperty('card')
  expect(closed?.data).toHaveProperty('cardId')
})
