import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

let service: TestPurser
let network: Purser['network']
let customerId: string
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  network = service.purser.network
  customerId = (await service.purser.customers.create({ email: 'facts@example.com' })).id
})
afterAll(() => service.stop())

type CardBody = Omit<Parameters<Purser['cards']['create']>[0], 'customerId'>
const card = async (body: CardBody = {}) => (await service.purser.cards.create({ customerId, ...body })).id
const spent = async (cardId: string) =>
  (await service.purser.spend.evaluate({ cardId, amount: 1 })).context.spendStats.totalMonth
const days = (count: number) => service.purser.testClock.advance({ seconds: count * 86_400 })
const eventsOf = async (transactionId: string) => {
  const { data } = await service.purser.events.list({ limit: 100 })
  const own = data.filter((event) => 'transactionId' in event.data && event.data.transactionId === transactionId)
  return own.map(({ type }) => type).toSorted()
}

describe('facts at the network door', () => {
  it('let a purchase say what its issuer did, and are told once', async () => {
    const cardId = await card({ status: 'frozen' })
    const of = { cardId, networkReference: 'ref', amount: 900 }
    const asked = await network.authorize(of)
    expect(asked).toMatchObject({ decision: 'decline', flags: { forcedCapture: false } })
    expect(asked.flags).not.toHaveProperty('standIn')
    const held = await network.advise({ ...of, factId: 'created', approved: true })
    expect(held).toMatchObject({
      id: asked.transactionId,
      status: 'pending',
      decision: 'decline',
      flags: { standIn: true },
    })
    const capture = { ...of, factId: 'captured', kind: 'capture' } as const
    const answers = await Promise.all(Array.from({ length: 10 }, () => network.post(capture)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await network.advise({ ...of, factId: 'created', approved: true })).toMatchObject({ status: 'settled' })
    expect(await spent(cardId)).toBe(900)
    expect(await network.authorize(of)).toEqual(asked)
    expect(await eventsOf(asked.transactionId)).toEqual([
      'transaction.created',
      'transaction.declined',
      'transaction.settled',
    ])
  })

  it('find a place a month after the approval, and for half a year have one effect', async () => {
    const cardId = await card()
    const of = { cardId, networkReference: 'late', amount: 700 }
    await network.authorize(of)
    await days(30)
    const capture = { ...of, factId: 'captured', kind: 'capture' } as const
    const { transaction } = await network.post(capture)
    expect(transaction).toMatchObject({ status: 'settled', settledAmount: 700, flags: { forcedCapture: true } })
    await days(100)
    expect((await network.post(capture)).transaction).toEqual(transaction)
    const more = await network.post({ ...of, factId: 'returned', kind: 'credit', amount: 800 })
    expect(more).toMatchObject({ transaction: { refundedAmount: 700 }, credit: { type: 'credit', amount: 100 } })
    expect(await network.post({ ...of, factId: 'returned', kind: 'credit', amount: 800 })).toEqual(more)
    await days(180)
    expect((await network.post(capture)).transaction.settledAmount).toBe(1400)
  })

  it('are refused to nobody but where there is no such card, or no sum of it', async () => {
    const cardId = await card({ status: 'frozen', policy: { limits: { perDay: 0 } } })
    const fact = { cardId, factId: 'a', networkReference: 'a', amount: 500 }
    expect(await network.advise({ ...fact, approved: false, reason: 'spending_controls' })).toMatchObject({
      status: 'declined',
      reasons: [{ code: 'issuer_declined', message: 'The issuer declined it: spending_controls.' }],
    })
    await expect(network.post({ ...fact, cardId: 'card_0', kind: 'capture' })).rejects.toMatchObject({
      code: 'card_not_found',
    })
    const rich = (await service.purser.customers.create({ email: 'rich@example.com' })).id
    const large = { cardId: (await service.purser.cards.create({ customerId: rich })).id, kind: 'capture' } as const
    const amount = Number.MAX_SAFE_INTEGER
    await expect(network.post({ ...large, factId: 'b', amount })).resolves.toMatchObject({ transaction: { amount } })
    await expect(network.post({ ...large, factId: 'c', amount: 1 })).rejects.toMatchObject({ status: 400 })
  })

  it('know no moment but the latest', async () => {
    const cardId = await card()
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString()
    const told = (factId: string, amount: number, seconds: number) =>
      network.advise({ cardId, networkReference: 'moments', factId, approved: true, amount, asOf: at(seconds) })
    await told('one', 100, 1)
    await told('three', 300, 3)
    expect(await told('two', 200, 2)).toMatchObject({ authorizedAmount: 300 })
    expect(await told('four', 400, 4)).toMatchObject({ authorizedAmount: 400 })
    expect(await spent(cardId)).toBe(400)
  })

  it('count in the sums of what was spent, without credits', async () => {
    const other = (await service.purser.customers.create({ email: 'sums@example.com' })).id
    const cardId = (await service.purser.cards.create({ customerId: other })).id
    await network.post({ cardId, factId: 'x', networkReference: 'x', kind: 'capture', amount: 250 })
    await network.post({ cardId, factId: 'y', kind: 'credit', amount: 90 })
    const { data } = await service.purser.stats.spend({ customerId: other })
    expect(data.map(({ approved }) => approved)).toEqual([{ count: 1, amount: 250 }])
  })

  it('move their money in backtests too, whatever would be decided', async () => {
    const other = (await service.purser.customers.create({ email: 'backtest@example.com' })).id
    const policy = { limits: { perDay: 1000 } }
    const cardId = (await service.purser.cards.create({ customerId: other, policy })).id
    const held = { cardId, approved: true }
    await network.advise({ ...held, factId: 'a', networkReference: 'a', amount: 800 })
    await network.authorize({ cardId, amount: 300 })
    await network.authorize({ cardId, amount: 900, networkReference: 'b' })
    await network.advise({ ...held, factId: 'b', networkReference: 'b', amount: 900 })
    await network.authorize({ cardId, amount: 100 })
    const more = { limits: { perDay: 1900 } }
    const told = await service.purser.policies.backtest({ level: 'card', id: cardId, policy: more })
    expect(told).toMatchObject({ decisions: 3, same: 2, wouldDecline: 0, wouldApprove: 1 })
  })

  it('count in backtests of unchanged rules as they counted: held by the issuer, raised, held again after they were given back', async () => {
    const other = (await service.purser.customers.create({ email: 'again@example.com' })).id
    const policy = { limits: { perDay: 1000 }, duplicateWindowMinutes: 10 }
    const cardId = (await service.purser.cards.create({ customerId: other, policy })).id
    const pay = async (amount: number, name: string) => {
      const { reasons, transactionId } = await network.authorize({ cardId, amount, merchant: { name } })
      return { transactionId, code: reasons[0]?.code ?? 'approved' }
    }
    const advise = (factId: string, networkReference: string, amount: number) =>
      network.advise({ cardId, approved: true, factId, networkReference, amount, merchant: { name: 'Shop' } })
    await advise('stand-in', 'c', 200)
    expect((await pay(200, 'Shop')).code).toBe('duplicate_charge')
    const given = { cardId, amount: 300, networkReference: 'd', merchant: { name: 'Elsewhere' } }
    const { transactionId } = await network.authorize(given)
    await network.reverse(transactionId)
    await advise('again', 'd', 300)
    expect((await pay(600, 'Third')).code).toBe('per_day_exceeded')
    const { data } = await service.purser.transactions.list({ cardId, limit: 100 })
    const standIn = data.find(({ networkReference }) => networkReference === 'c')
    await network.increment(standIn?.id ?? '', { amount: 100 })
    expect((await pay(450, 'Fourth')).code).toBe('per_day_exceeded')
    const told = await service.purser.policies.backtest({ level: 'card', id: cardId })
    expect(told).toMatchObject({ decisions: 4, same: 4, wouldDecline: 0, wouldApprove: 0 })
  })

  it('leave a history that a replay agrees with', async () => {
    expect(await verifyDifferencesOf(service.database, customerId)).toEqual([])
  })
})
