import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verify } from '../../src/verify/verify.ts'
import { startPurser, type TestPurser } from '../support/start-purser.ts'
import { change, keep, planting, type Planting } from './planting.ts'

let service: TestPurser
let plant: Planting['plant']
let differences: Planting['differences']
let customerId: string
/** A transaction with every step: approved, incremented, captured in parts, refunded. */
let stepped: string
let cardId: string

beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  ;({ customerId, cardId, stepped } = await liveALittle(service))
  ;({ plant, differences } = planting(service, customerId))
}, 60_000)
afterAll(() => service.stop())

/** Every kind of decision and step there is, under policies that ask for every kind of thing. */
async function liveALittle({ purser }: TestPurser) {
  const { network } = purser
  const advance = (seconds: number) => purser.testClock.advance({ seconds })
  const merchant = { name: 'GitHub', mcc: '5734' }
  const customer = await purser.customers.create({
    email: 'verify@example.com',
    limits: { perDay: 1_000_000 },
    policy: { requireIntent: true, blockedMccs: ['7995'] },
  })
  const agent = await purser.agents.create({ customerId: customer.id, externalId: 'a', limits: { perMonth: 900_000 } })
  const policy = { limits: { perAuth: 5000 }, duplicateWindowMinutes: 10, lockToFirstMerchant: true }
  const card = await purser.cards.create({ customerId: customer.id, agentId: agent.id, policy })
  const pay = (amount: number, more: object = {}) => network.authorize({ cardId: card.id, amount, merchant, ...more })
  const paid = async (amount: number) => (await pay(amount)).transactionId

  await purser.intents.declare(card.id, { purpose: 'hosting', expectedAmount: 1000, expectedMerchant: 'GitHub' })
  const matched = await paid(1050)
  await network.settle(matched, { amount: 2000 })
  await network.refund({ transactionId: matched, amount: 500 })
  await network.refund({ transactionId: matched })
  await purser.intents.declare(card.id, { purpose: 'books', expectedAmount: 10, expectedMerchant: 'Amazon' })
  await pay(700)

  const whole = await paid(600)
  await network.increment(whole, { amount: 400 })
  await network.increment(whole, { amount: 4001 })
  await network.settle(whole, { amount: 300, final: false })
  await network.settle(whole, { amount: 100 })
  await network.refund({ transactionId: whole, amount: 1 })

  await pay(600)
  await pay(5001)
  await pay(0)
  await pay(10, { merchant: { name: 'Elsewhere' } })
  const { pan, cvv } = await purser.cards.details(card.id, {
    intentId: (await purser.intents.declare(card.id, { purpose: 'read', ttlMinutes: 1 })).id,
    purpose: 'to read it',
  })
  await network.authorize({ pan, cvv: cvv === '000' ? '001' : '000', amount: 5, merchant })
  await network.forceCapture({ cardId: card.id, amount: 9_999, merchant })
  await network.reverse(await paid(44), { amount: 4 })
  await network.reverse(await paid(45))
  const captured = await paid(46)
  await network.settle(captured, { final: false })
  await network.reverse(captured)

  const single = await purser.cards.create({ customerId: customer.id, usage: 'single' })
  const once = await network.authorize({ cardId: single.id, amount: 77, merchant, networkReference: 'once' })
  await network.authorize({ cardId: single.id, amount: 77, merchant, networkReference: 'once' })
  await network.authorize({ cardId: single.id, amount: 78, merchant })
  await network.increment(once.transactionId, { amount: 1 })

  const strict = { onMissingIntent: 'freeze' as const }
  const freezing = await purser.cards.create({ customerId: customer.id, policy: strict })
  await network.authorize({ cardId: freezing.id, amount: 12, merchant })
  await purser.cards.unfreeze(freezing.id)
  await purser.cards.freeze(freezing.id)
  await purser.cards.unfreeze(freezing.id)
  await purser.cards.update(freezing.id, { policy: { onMissingIntent: 'flag' } })
  await network.authorize({ cardId: freezing.id, amount: 12, merchant })

  const many = await purser.cards.create({ customerId: customer.id, policy: { requireIntent: false } })
  for (let moment = 0; moment < 100; moment += 1) {
    await Promise.all([1, 2, 3].map((amount) => network.authorize({ cardId: many.id, amount })))
    await advance(0.001)
  }
  await network.settle(await paid(50), { amount: 20, final: false })
  await advance(8 * 86_400)
  await pay(123)
  await purser.intents.declare(card.id, { purpose: 'later' })
  return { customerId: customer.id, cardId: card.id, stepped: whole }
}

it('finds nothing where nothing is wrong, and has looked at everything', async () => {
  expect(await differences()).toEqual([])
  const { entries, customers } = await verify(service.database, { onDifference: () => undefined })
  const { rows } = await service.database.pool.query<{ last_sequence: number; kinds: string[] }>(
    `select last_sequence, (select array_agg(distinct kind order by kind) from transaction_steps) as kinds
      from customers where id = $1`,
    [customerId],
  )
  expect(rows).toEqual([{ last_sequence: entries, kinds: ['expire', 'increment', 'refund', 'reverse', 'settle'] }])
  expect(customers).toBe(1)
})

describe('finds', () => {
  beforeAll(async () => {
    for (const table of ['events', 'transactions', 'transaction_steps', 'spend', 'cards']) {
      await service.database.pool.query(`create table kept_${table} as select * from ${table} where false`)
    }
  })

  it.each(['total', 'month_total', 'last_approved_at'])('a spend row whose %s is off by one', async (column) => {
    const found = await plant(...change('spend', column, `${column} + 1`, `${column} - 1`, 'subject_id = $1'), [cardId])
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(
      `${cardId}: ${column === 'total' ? 'total' : column === 'month_total' ? 'monthTotal' : 'lastApprovedAt'}: stored`,
    )
  })

  it.each([
    ['recent', 'spend', 'recent', ',123,1\\]$', ',124,1]'],
    ['older', 'spend_history', 'entries', '^\\[([0-9]*),', '[\\11,'],
  ])('of the %s entries one that is not what was spent', async (part, table, column, from, to) => {
    const { pool } = service.database
    const { rows } = await pool.query<Record<string, string>>(`select ${column} from ${table} where subject_id = $1`, [
      customerId,
    ])
    const corrupt = `update ${table} set ${column} = regexp_replace(${column}, '${from}', '${to}') where subject_id = $1`
    const repair = `update ${table} set ${column} = '${rows[0]?.[column]}' where subject_id = $1`
    const found = await plant(corrupt, repair, [customerId])
    expect(found.map((line) => line.split(': ')[1])).toEqual([part])
  })

  it('a missing event, an event too much, and an event with another amount', async () => {
    const one = `id = (select min(id) from events where type = 'transaction.settled' and data->>'transactionId' = $1)`
    const missing = await plant(...keep('events', one), [stepped])
    expect(missing).toHaveLength(1)
    expect(missing[0]).toMatch(/the event transaction\.settled: stored null, replayed {/)

    const copy = await plant(
      `insert into events select 'evt_copy', account_id, customer_id, type, data, created_at, sequence from events where ${one}`,
      `delete from events where id = 'evt_copy' and $1::text is not null`,
      [stepped],
    )
    expect(copy).toHaveLength(1)
    expect(copy[0]).toMatch(/evt_copy: the event transaction\.settled: stored {.*, replayed null/)

    const data = (amount: string) => `jsonb_set(data::jsonb, '{amount}', '${amount}')::json`
    const changed = await plant(...change('events', 'data', data('401'), data('400'), one), [stepped])
    expect(changed).toHaveLength(2)
  })

  it('a changed decision and a changed reason', async () => {
    const found = await plant(...change('transactions', 'decision', `'decline'`, `'approve'`, 'id = $1'), [stepped])
    expect(found[0]).toContain(`${stepped}: decision: stored "decline", replayed "approve"`)
    const where = `transaction_id = $1 and decision = 'decline'`
    const reasons = (code: string) => `replace(reasons::text, 'per_auth_exceeded', '${code}')::json`
    const [corrupt] = change('transaction_steps', 'reasons', reasons('per_day_exceeded'), '', where)
    const repair = `update transaction_steps set reasons = replace(reasons::text, 'per_day_exceeded', 'per_auth_exceeded')::json where ${where}`
    expect((await plant(corrupt, repair, [stepped])).join()).toMatch(/: reasons: stored .*per_day_exceeded/)
  })

  it('a changed sum of a transaction, and a changed step', async () => {
    const column = 'settled_amount'
    const sum = await plant(...change('transactions', column, `${column} + 1`, `${column} - 1`, 'id = $1'), [stepped])
    expect(sum).toEqual([expect.stringContaining(`${stepped}: settled_amount: stored 401, replayed 400`)])
    const where = `transaction_id = $1 and kind = 'settle' and final`
    const step = await plant(...change('transaction_steps', 'amount', 'amount + 1', 'amount - 1', where), [stepped])
    expect(step.join()).toContain('settled_amount: stored 400, replayed 401')
  })

  it('a gap: a transaction that is gone, a step that is gone, the last number of the customer', async () => {
    const transaction = await plant(
      ...keep(
        'transactions',
        `id = (select id from transactions where customer_id = $1 and decision = 'decline' limit 1)`,
      ),
      [customerId],
    )
    expect(transaction.join('\n')).toContain('numbers before it are missing')
    const step = await plant(...keep('transaction_steps', `transaction_id = $1 and kind = 'refund'`), [stepped])
    expect(step.join('\n')).toContain('numbers before it are missing')
    const last = change('customers', 'last_sequence', 'last_sequence + 1', 'last_sequence - 1', 'id = $1')
    expect((await plant(...last, [customerId]))[0]).toContain(`${customerId}: last_sequence: stored`)
  })

  it('a number that two decisions have', async () => {
    const where = `id = (select id from transactions where customer_id = $1 and decision = 'decline' order by id limit 1)`
    const found = await plant(...change('transactions', 'sequence', 'sequence - 1', 'sequence + 1', where), [
      customerId,
    ])
    expect(found.join('\n')).toContain('its number is taken')
  })

  it.each([
    ['merchant_lock', `'Elsewhere'`, `'GitHub'`],
    ['first_spend_at', 'first_spend_at + 1', 'first_spend_at - 1'],
    ['consumed_at', '1', 'null'],
    ['closed_at', '1', 'null'],
    ['status', `'frozen'`, `'active'`],
    ['account_id', `account_id || 'x'`, `left(account_id, -1)`],
  ])('a card whose %s is not what became of it', async (column, by, back) => {
    const found = await plant(...change('cards', column, by, back, 'id = $1'), [cardId])
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`${cardId}: ${column}: stored`)
  })

  it('a status that the events of a card do not come to, and a card that is gone', async () => {
    const froze = `type = 'card.frozen' and customer_id = $1`
    expect((await plant(...keep('events', `${froze} and sequence is null`), [customerId])).join()).toMatch(
      /: status: stored "active", replayed null/,
    )
    expect((await plant(...keep('cards', 'id = $1'), [cardId])).join()).toContain(
      `${cardId}: a card that decisions were made of: stored null`,
    )
  })

  it('a row of spend of another account, and one that names another history', async () => {
    const account = change('spend', 'account_id', `account_id || 'x'`, `left(account_id, -1)`, 'subject_id = $1')
    expect((await plant(...account, [cardId])).join()).toContain(`${cardId}: account_id: stored`)
    const column = 'history_version'
    const version = change('spend', column, `${column} || 'x'`, `left(${column}, -1)`, 'subject_id = $1')
    expect((await plant(...version, [customerId])).join()).toContain(`${customerId}: history_version: stored`)
  })

  it('an intent that is said to be matched and was not, and one whose match is another', async () => {
    const one = 'id = (select max(id) from intents where customer_id = $1)'
    const [corrupt, repair] = change('intents', 'status', `'matched'`, `'pending'`, one)
    expect(await plant(corrupt, repair, [customerId])).toEqual([
      expect.stringMatching(/: used_intents: stored \d+, replayed \d+$/),
    ])
    const matched = `status = 'matched' and customer_id = $1`
    const moment = change('intents', 'matched_at', 'matched_at + 1', 'matched_at - 1', matched)
    expect((await plant(...moment, [customerId])).join()).toContain(': matched_at: stored')
  })

  it('a changed policy of the past', async () => {
    const rewrite = (from: string, to: string) =>
      `update policy_versions set body = replace(body, '${from}', '${to}') where body like '%"perAuth":${from}%' and $1 <> ''`
    const found = await plant(rewrite('5000', '5001'), rewrite('5001', '5000'), [cardId])
    expect(found.join('\n')).toContain('the policy that it was decided by is not stored')
  })

  it('a lost row of spend, and one of a customer that there is not', async () => {
    expect((await plant(...keep('spend', 'subject_id = $1'), [cardId])).length).toBeGreaterThan(0)
    const { pool } = service.database
    await pool.query(
      `insert into spend select 'card_x', account_id, 'cust_x', 0, 0, 0, null, '[]', 0 from spend limit 1`,
    )
    expect(await differences()).toEqual([expect.stringContaining('card_x: it belongs to no decision of a customer')])
    await pool.query(`delete from spend where subject_id = 'card_x'`)
  })
})
