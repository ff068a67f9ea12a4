import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../src/contract/operations.ts'
import type { AuthorizationAnswer, Card } from '../../clients/typescript/src/client.ts'
import { verifyWebhook } from '../../clients/typescript/src/webhooks.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openWebhookSink, type WebhookSink } from '../support/receivers/webhook-sink.ts'
import { openTestVault } from '../support/test-vault.ts'

/**
 * ARCHITECTURE.md, "Follow one authorization", as a test: one purchase of $42.00 on a card that may spend $100.00 a day,
 * from the socket to the webhook. Each step names the files it passes.
 */
describe('follow one authorization', () => {
  const amount = 42_00
  const merchant = { name: 'GITHUB, INC.', mcc: '5734' }

  let service: TestPurser
  let sink: WebhookSink
  let secret: string
  let customerId: string
  let card: Card
  let answer: AuthorizationAnswer

  beforeAll(async () => {
    service = await startPurser()
    sink = await openWebhookSink()
    const { purser } = service
    ;({ secret } = await purser.webhooks.create({ url: sink.url, events: ['transaction.created'] }))
    ;({ id: customerId } = await purser.customers.create({ email: 'ada@example.com' }))
    card = await purser.cards.create({ customerId, policy: { limits: { perDay: 100_00 } } })
  })

  afterAll(async () => {
    await sink.close()
    await service.stop()
  })

  it('1. http/api, http/operation-route: a request with a key, validated against contract/operations/network', async () => {
    const send = (body: object) =>
      fetch(`${service.baseUrl}/network/authorizations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const misspelt = await send({ cardId: card.id, amuont: amount })
    expect(misspelt.status).toBe(400)

    const reply = await send({ cardId: card.id, amount, merchant })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
    answer = (await reply.json()) as AuthorizationAnswer
    expect(Compile(operations.createAuthorization.response).Check(answer)).toBe(true)
  })

  it('2. services/perform, services/network: the answer of the operation, with the transaction', () => {
    expect(answer).toMatchObject({ decision: 'approve', reasons: [] })
    expect(answer.transaction).toMatchObject({ id: answer.transactionId, cardId: card.id, status: 'pending', amount })
  })

  it('3. and 4. engine/engine, engine/batcher, engine/batch, store/journal/load: many at once travel in few transactions', async () => {
    const other = await service.purser.cards.create({ customerId, policy: { limits: { perDay: 100_00 } } })
    const purchases = Array.from({ length: 40 }, () =>
      service.purser.network.authorize({ cardId: other.id, amount: 10_00, merchant }),
    )
    const answers = await Promise.all(purchases)
    expect(answers.filter(({ decision }) => decision === 'approve')).toHaveLength(10)
    const reasons = answers.flatMap((each) => each.reasons.map(({ code }) => code))
    expect(reasons).toEqual(Array.from({ length: 30 }, () => 'per_day_exceeded'))

    const { rows } = await service.database.pool.query<{ commits: number }>(
      'select count(distinct xmin::text) as commits from transactions where card_id = $1',
      [other.id],
    )
    expect(rows[0]?.commits).toBeLessThan(answers.length / 2)
  })

  it('5. domain/batch/decide-batch, domain/decide, domain/rules: every rule that was checked is in the trace', async () => {
    const { trace } = await service.purser.transactions.get(answer.transactionId)
    const perDay = trace.find((entry) => entry.window === 'perDay')
    expect(perDay).toMatchObject({ passed: true, level: 'card', limit: 100_00 })
    expect(trace.every((entry) => entry.passed)).toBe(true)
  })

  it('6. and 7. store/journal/save, store/outbox: all of it is in one commit, and only then answered', async () => {
    const { rows } = await service.database.pool.query<{ sequence: number; counted: number[][]; told: number }>(
      `select sequence, counted, (select count(*) from deliveries told
           where told.event_id = decision_event_id($1) and told.account_id = decided.account_id) as told
         from transactions decided where id = $1`,
      [answer.transactionId],
    )
    const at = Date.parse(answer.transaction.createdAt)
    expect(rows).toEqual([{ sequence: 1, counted: [[at, amount]], told: 1 }])
    const { limits } = await service.purser.cards.policy(card.id)
    expect(limits).toMatchObject([{ window: 'perDay', spent: amount }])
  })

  it('8. webhooks/dispatcher, webhooks/send, lib/webhook-signature: the event arrives, signed', async () => {
    const requests = await sink.received(11)
    const request = requests.find(({ event }) => event.data['transactionId'] === answer.transactionId)
    const header = request?.headers['service-signature'] as string
    const event = await verifyWebhook({ payload: request?.body ?? '', header, secret })
    expect(event).toMatchObject({ type: 'transaction.created', data: { transactionId: answer.transactionId, amount } })
    expect(await service.purser.events.get(event.id)).toEqual(event)
  })

  it('verify/verify: all of it can be decided again, and comes to the same', async () => {
    const differences: unknown[] = []
    const { entries } = await verifyDatabase(service.database, {
      vault: await openTestVault(service.database),
      onDifference: (found) => differences.push(found),
    })
    expect([entries, differences]).toEqual([41, []])
  })

  it('and an evaluation runs the same decision: it says when the next such purchase would pass', async () => {
    const next = await service.purser.spend.evaluate({ cardId: card.id, amount: 60_00, merchant })
    expect(next).toMatchObject({ decision: 'decline', context: { available: 58_00 } })
    expect(next.reasons).toMatchObject([{ code: 'per_day_exceeded', limit: 100_00, retryable: true }])
    const firstLeaves = Date.parse(answer.transaction.createdAt) + 24 * 60 * 60 * 1000
    expect(next.reasons[0]?.retryAt).toBe(new Date(firstLeaves).toISOString())
  })
})
