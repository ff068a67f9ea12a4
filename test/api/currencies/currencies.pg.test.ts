import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PurserError } from '../../../clients/typescript/src/purser-error.ts'
import { verifyDifferencesOf } from '../../support/differences.ts'
import { startPurser, type TestPurser } from '../../support/processes/start-purser.ts'

let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

let made = 0
const customer = (body: object = {}) => {
  made += 1
  return service.purser.customers.create({ email: `c${made}@example.com`, ...body })
}
const cardIn = async (currency: string, body: object = {}) => {
  const { id: customerId } = await customer({ currency })
  return service.purser.cards.create({ customerId, ...body })
}
const buy = (cardId: string, amount: number, more: object = {}) =>
  service.purser.network.authorize({ cardId, amount, merchant: { name: 'Shop' }, ...more })
const codes = ({ reasons }: { reasons: readonly { code: string }[] }) => reasons.map(({ code }) => code)
const refusal = async (call: Promise<unknown>) => {
  const error = (await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )) as PurserError | null
  return error && [error.status, error.param, error.message]
}

describe('a customer', () => {
  it('is in USD, if neither it nor its account says otherwise', async () => {
    expect((await customer()).currency).toBe('USD')
  })

  it('is in the currency that it was made with, whatever the case', async () => {
    const { id, currency } = await customer({ currency: 'eur' })
    expect([currency, (await service.purser.customers.get(id)).currency]).toEqual(['EUR', 'EUR'])
  })

  it('is in the currency of its account, and keeps it when that changes', async () => {
    await service.purser.account.update({ currency: 'JPY' })
    const { id } = await customer()
    await service.purser.account.update({ currency: 'USD' })
    expect((await service.purser.customers.get(id)).currency).toBe('JPY')
    expect((await service.purser.account.get()).currency).toBe('USD')
  })

  it('is refused in what is no currency', async () => {
    expect(await refusal(customer({ currency: 'EUX' }))).toEqual([400, 'currency', expect.stringContaining('ISO 4217')])
  })

  it('never changes its currency', async () => {
    const { id } = await customer({ currency: 'EUR' })
    expect(await refusal(service.purser.customers.update(id, { currency: 'USD' }))).toEqual([
      400,
      'currency',
      expect.stringContaining('this one is in EUR'),
    ])
    expect((await service.purser.customers.update(id, { currency: 'eur', phone: '12345' })).currency).toBe('EUR')
  })
})

describe('beneath a customer', () => {
  it.each(['EUR', 'JPY', 'KWD', 'USD'])('a purchase in %s is decided, and no other currency is', async (currency) => {
    const card = await cardIn(currency)
    expect(card.currency).toBe(currency)
    const answer = await buy(card.id, 1000, { currency })
    expect([answer.decision, answer.transaction.currency]).toEqual(['approve', currency])
    const other = currency === 'USD' ? 'EUR' : 'USD'
    const declined = await buy(card.id, 1000, { currency: other })
    expect(codes(declined)).toEqual(['currency_not_supported'])
    expect(declined.reasons[0]?.message).toBe(`The currency ${other} is not supported: cards are in ${currency}.`)
    expect(declined.transaction.currency).toBe(other)
  })

  it('an amount without a currency is in the customer’s', async () => {
    const { id: cardId } = await cardIn('JPY')
    expect((await buy(cardId, 700)).transaction.currency).toBe('JPY')
    const evaluation = await service.purser.spend.evaluate({ cardId, amount: 700 })
    expect([evaluation.decision, evaluation.context.currency]).toEqual(['approve', 'JPY'])
    const captured = await service.purser.network.forceCapture({ cardId, amount: 700 })
    expect(captured.currency).toBe('JPY')
  })

  it.each([
    ['JPY', '¥1,200 in one authorization is over the limit of ¥1,000', 'to at least 1200 (¥1,200).'],
    ['KWD', 'KWD 1.200 in one authorization is over the limit of KWD 1.000', 'to at least 1200 (KWD 1.200).'],
    ['EUR', '€12.00 in one authorization is over the limit of €10.00', 'to at least 1200 (€12.00).'],
    ['USD', '$12.00 in one authorization is over the limit of $10.00', 'to at least 1200.'],
  ])('messages and remedies write money as %s does', async (currency, message, remedy) => {
    const card = await cardIn(currency, { policy: { limits: { perAuth: 1000 } } })
    const [reason] = (await buy(card.id, 1200)).reasons
    expect(reason?.message).toContain(message)
    expect(reason?.remedy).toContain(remedy)
  })

  it('an evaluation in another currency finds nothing available', async () => {
    const { id: cardId } = await cardIn('EUR', { policy: { limits: { perAuth: 1000 } } })
    const { context } = await service.purser.spend.evaluate({ cardId, amount: 500, currency: 'USD' })
    expect([context.currency, context.available]).toEqual(['USD', 0])
  })

  it('a refused step writes money as the currency does', async () => {
    const { id: cardId } = await cardIn('JPY')
    const { transactionId } = await buy(cardId, 700)
    expect(await refusal(service.purser.network.reverse(transactionId, { amount: 701 }))).toEqual([
      400,
      expect.anything(),
      'Only ¥700 of this authorization is open.',
    ])
  })

  it('limits are in its currency', async () => {
    const { id } = await customer({ currency: 'EUR', limits: { amount: 500, currency: 'eur', interval: 'perDay' } })
    expect((await service.purser.customers.get(id)).limits).toEqual({ perDay: 500 })
    const inDollars = { amount: 500, currency: 'USD', interval: 'perDay' } as const
    for (const call of [
      () => customer({ currency: 'EUR', limits: inDollars }),
      () => service.purser.agents.create({ customerId: id, externalId: 'x', limits: inDollars }),
      () => service.purser.cards.create({ customerId: id, limits: inDollars }),
      () => service.purser.customers.update(id, { limits: inDollars }),
    ]) {
      expect(await refusal(call())).toEqual([400, 'limits.currency', 'Limits are in EUR, as cards are.'])
    }
  })

  it('intents expect its currency, if they name none, and a purchase matches them', async () => {
    const card = await cardIn('EUR', { policy: { requireIntent: true, onMissingIntent: 'decline' } })
    const declared = { purpose: 'ink', expectedAmount: 1000, intentId: 'own' }
    const intent = await service.purser.intents.declare(card.id, declared)
    expect(intent.expectedCurrency).toBe('EUR')
    expect((await service.purser.intents.declare(card.id, declared)).id).toBe(intent.id)
    const answer = await buy(card.id, 1000)
    expect([answer.decision, answer.transaction.intentId]).toEqual(['approve', intent.id])
  })

  it('budget and exposure name the currency, but for USD', async () => {
    const read = async (currency: string) => {
      const { customerId } = await cardIn(currency)
      const id = customerId ?? ''
      const { currency: budget } = await service.purser.customers.budget(id)
      const { currency: exposure } = await service.purser.customers.exposure(id)
      return [budget, exposure]
    }
    expect(await read('KWD')).toEqual(['KWD', 'KWD'])
    expect(await read('USD')).toEqual([undefined, undefined])
  })
})

describe('what the merchant asked for', () => {
  it('is kept and shown', async () => {
    const { id: cardId } = await cardIn('USD')
    const asked = { merchantAmount: 1999, merchantCurrency: 'eur' }
    const { transaction } = await buy(cardId, 2154, asked)
    const kept = { amount: 2154, currency: 'USD', merchantAmount: 1999, merchantCurrency: 'EUR' }
    expect(transaction).toMatchObject(kept)
    expect(await service.purser.transactions.get(transaction.id)).toMatchObject(kept)
    const { receipt } = await service.purser.transactions.receipt(transaction.id)
    const claims = JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()) as object
    expect(claims).toMatchObject(kept)
    const [event] = (await service.purser.events.list({ type: 'transaction.created', limit: 1 })).data
    expect(event?.data).toMatchObject({ ...kept, transaction: kept })
  })

  it.each([
    [{ merchantAmount: 5 }, 'merchantCurrency'],
    [{ merchantCurrency: 'EUR' }, 'merchantAmount'],
    [{ merchantAmount: 5, merchantCurrency: 'EUX' }, 'merchantCurrency'],
  ])('is refused half: %j', async (asked, param) => {
    const { id: cardId } = await cardIn('USD')
    expect(await refusal(buy(cardId, 5, asked))).toEqual([400, param, expect.any(String)])
  })
})

describe('sums over customers', () => {
  it('are by currency, and those of USD alone are as before', async () => {
    const range = { bucket: 'range' } as const
    const before = await service.purser.stats.spend(range)
    const [dollars, euros] = [await cardIn('USD'), await cardIn('EUR')]
    await buy(dollars.id, 100)
    await buy(dollars.id, 900, { currency: 'EUR' }) // declined: an amount of another currency is in no sum
    await buy(euros.id, 7000)
    const after = await service.purser.stats.spend(range)
    expect(after.currency).toBeUndefined()
    const approved = (data: typeof after.data | undefined) => data?.[0]?.approved.amount ?? 0
    expect(approved(after.data) - approved(before.data)).toBe(100)
    const inEuros = (of: typeof after) => of.byCurrency?.find(({ currency }) => currency === 'EUR')?.data
    expect(approved(inEuros(after)) - approved(inEuros(before))).toBe(7000)
    expect((after.data[0]?.declined.amount ?? 0) - (before.data[0]?.declined.amount ?? 0)).toBe(0)
    const only = await service.purser.stats.spend({ ...range, currency: 'EUR' })
    expect([only.currency, only.data, only.byCurrency]).toEqual(['EUR', inEuros(after), undefined])
    const own = await service.purser.stats.spend({ ...range, customerId: euros.customerId ?? '' })
    expect([own.currency, approved(own.data), own.byCurrency]).toEqual(['EUR', 7000, undefined])
    expect((await service.purser.stats.spend({ ...range, customerId: dollars.customerId ?? '' })).currency).toBe(
      undefined,
    )
  })
})

describe('purser verify', () => {
  it('makes every decision again in its currency', async () => {
    expect(await verifyDifferencesOf(service.database)).toEqual([])
  })

  it('finds a customer whose currency was changed in the database', async () => {
    const { customerId } = await cardIn('EUR')
    const { pool } = service.database
    await pool.query(`update customers set currency = 'JPY' where id = $1`, [customerId])
    expect((await verifyDifferencesOf(service.database)).join('\n')).toContain(customerId)
    await pool.query(`update customers set currency = 'EUR' where id = $1`, [customerId])
  })
})
