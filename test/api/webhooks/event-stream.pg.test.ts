import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'
import { TestEventStreamReader } from '../../support/receivers/event-listener.ts'
import { newPerson } from '../../support/records/some-person.ts'

let service: TestPurser
let purser: Purser
let customerId: string
let cardId: string

const listen = async (headers: Record<string, string> = {}, baseUrl = service.baseUrl) =>
  new TestEventStreamReader(
    await fetch(`${baseUrl}/events/stream`, { headers: { authorization: `Bearer ${service.apiKey}`, ...headers } }),
  )

beforeAll(async () => {
  service = await startPurser()
  purser = service.purser
  customerId = (await purser.customers.create({ email: 'a@example.com' })).id
  cardId = (await purser.cards.create({ customerId })).id
})
afterAll(() => service.stop())

describe('GET /events/stream', () => {
  it('tells of an event as GET /events shows it, and of nothing that was before', async () => {
    const listener = await listen()
    expect(listener.reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    await purser.cards.freeze(cardId)
    const message = await listener.next()
    const [event] = (await purser.events.list({ limit: 1 })).data
    expect(message).toEqual({ id: event?.id, data: event })
    expect(event?.type).toBe('card.frozen')
    await purser.cards.unfreeze(cardId)
    await listener.until('card.unfrozen')
    await listener.stop()
  })

  it('tells of decisions, also of another node', async () => {
    const second = await service.secondNode()
    const listener = await listen({}, second.baseUrl)
    const { transactionId } = await purser.network.authorize({ cardId, amount: 100, merchant: { name: 'Ink' } })
    await listener.until('transaction.created', transactionId)
    await listener.stop()
    await second.stop()
  })

  it('goes on from the last event, and tells of each once', async () => {
    await purser.cards.freeze(cardId)
    const [last] = (await purser.events.list({ limit: 1 })).data
    const { id: missed } = await purser.cards.create({ customerId })
    const listener = await listen({ 'last-event-id': last?.id ?? '' })
    await listener.until('card.created', missed)
    const { id: next } = await purser.cards.create({ customerId })
    expect((await listener.next())?.data?.data['cardId']).toBe(next)
    await listener.stop()
  })

  it('tells of what is committed after what was made later', async () => {
    const listener = await listen()
    let later = ''
    await service.database.transaction(async (tx) => {
      const event = await tx.selectFrom('events').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
      const { id } = await purser.cards.create({ customerId })
      await listener.until('card.created', id)
      later = `${event.id.slice(0, -5)}zzz${event.id.slice(-2)}`
      await tx
        .insertInto('events')
        .values({ ...event, id: later, data: JSON.stringify(event.data) })
        .execute()
    })
    expect((await listener.next())?.id).toBe(later)
    await listener.stop()
  })

  it('ends when its key is revoked or its session is over', async () => {
    const { id, secret } = await purser.apiKeys.create({ name: 'listener', role: 'read' })
    const person = await newPerson(service, 'viewer', 'viewer@example.com')
    const byKey = await listen({ authorization: `Bearer ${secret}` })
    const reply = await fetch(`${service.baseUrl}/events/stream`, { headers: { cookie: person.cookie } })
    const bySession = new TestEventStreamReader(reply)
    expect(reply.status).toBe(200)
    await purser.apiKeys.revoke(id)
    await fetch(`${service.baseUrl}/sessions`, { headers: { cookie: person.cookie } })
    await service.database.transaction((tx) => tx.deleteFrom('sessions').where('person_id', '=', person.id).execute())
    expect(await byKey.next()).toBeNull()
    expect(await bySession.next()).toBeNull()
  })

  it('opens ten for a caller, refuses one more by 429, and has room again', async () => {
    const { secret } = await purser.apiKeys.create({ name: 'many', role: 'read' })
    const authorization = `Bearer ${secret}`
    const open = await Promise.all(Array.from({ length: 10 }, () => listen({ authorization })))
    expect(open.map(({ reply }) => reply.status)).toEqual(open.map(() => 200))
    const refused = await listen({ authorization })
    expect([refused.reply.status, refused.reply.headers.get('retry-after')]).toEqual([429, '10'])
    expect((await listen()).reply.status).toBe(200)
    await Promise.all(open.map((one) => one.stop()))
    await expect.poll(async () => (await listen({ authorization })).reply.status).toBe(200)
  })

  it('opens four for a session, refuses one more by 429, and leaves room for other sessions of the person', async () => {
    const person = await newPerson(service, 'viewer', 'tabs@example.com')
    const ofSession = async ({ cookie } = person) =>
      new TestEventStreamReader(await fetch(`${service.baseUrl}/events/stream`, { headers: { cookie } }))
    const open = await Promise.all(Array.from({ length: 4 }, () => ofSession()))
    expect(open.map(({ reply }) => reply.status)).toEqual([200, 200, 200, 200])
    const refused = await ofSession()
    expect([refused.reply.status, refused.reply.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await refused.next()).toBeNull()
    const other = await newPerson(service, 'viewer', 'other-tabs@example.com')
    expect((await ofSession(other)).reply.status).toBe(200)
    await open[0]?.stop()
    await expect.poll(async () => (await ofSession()).reply.status).toBe(200)
  })

  it('is for those who may list events, and shows nothing of other accounts', async () => {
    const { id: agentId } = await purser.agents.create({ customerId, externalId: 'a' })
    const { secret } = await purser.apiKeys.create({ name: 'agent', role: 'agent', agentId })
    expect((await listen({ authorization: `Bearer ${secret}` })).reply.status).toBe(403)
    expect((await listen({ authorization: 'Bearer sk_nobody' })).reply.status).toBe(401)
  })

  it('ends at once when the node stops', async () => {
    const second = await service.secondNode()
    const listener = await listen({}, second.baseUrl)
    const stopped = second.stop()
    expect(await listener.next()).toBeNull()
    await stopped
  })
})
