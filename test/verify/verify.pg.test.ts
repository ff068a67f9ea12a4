import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { change, keep, planting, type Planting } from './planting.ts'
import { playEveryTransactionStep } from '../support/records/every-step.ts'
import { openTestVault } from '../support/test-vault.ts'

let service: TestPurser
let plant: Planting['plant']
let differences: Planting['differences']
let customerId: string
/** A transaction with every step: approved, incremented, captured in parts, refunded. */
let stepped: string
let cardId: string
/** A card with more purchases than stand between two checkpoints. */
let many: string

beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
  ;({ customerId, cardId, stepped, many } = await playEveryTransactionStep(service.purser, 'a'))
  ;({ plant, differences } = planting(service, customerId))
})
afterAll(() => service.stop())

it('purser verify finds nothing where nothing is wrong, and has looked at everything', async () => {
  expect(await differences()).toEqual([])
  const { entries, customers } = await verifyDatabase(service.database, {
    vault: await openTestVault(service.database),
    onDifference: () => undefined,
  })
  const { rows } = await service.database.pool.query<{ count: number; kinds: string[]; checkpoints: number }>(
    `select (select count(*) from transactions) + (select count(*) from transaction_steps) as count,
      (select array_agg(distinct kind order by kind) from transaction_steps) as kinds,
      (select count(*) from spend_checkpoints) as checkpoints`,
  )
  const kinds = ['advise', 'capture', 'expire', 'increment', 'refund', 'reverse', 'settle']
  expect(rows).toEqual([{ count: entries, kinds, checkpoints: 2 }])
  expect(customers).toBe(1)
})

describe('purser verify finds', () => {
  beforeAll(async () => {
    for (const table of ['events', 'transactions', 'transaction_steps', 'cards']) {
      await service.database.pool.query(`create table kept_${table} as select * from ${table} where false`)
    }
  })

  it.each([
    ['total', 'total'],
    ['month_total', 'monthTotal'],
    ['month', 'month'],
    ['last_approved_at', 'lastApprovedAt'],
    ['entries', 'entries'],
    ['at', 'at'],
  ])('a checkpoint whose %s is off by one', async (column, member) => {
    const corrupt = change('spend_checkpoints', column, `${column} + 1`, `${column} - 1`, 'subject_id = $1')
    expect(await plant(...corrupt, [many])).toEqual([expect.stringContaining(`${many}: ${member}: stored`)])
  })

  it.each([
    ['recent', ',1\\]$', ',2]'],
    ['older', '^\\[([0-9]*),', '[\\11,'],
  ])('of the %s entries of a checkpoint one that is not what was spent', async (column, from, to) => {
    const { pool } = service.database
    const stored = `select ${column} as entries from spend_checkpoints where subject_id = $1`
    const { rows } = await pool.query<{ entries: string }>(stored, [customerId])
    const where = 'where subject_id = $1'
    const corrupt = `update spend_checkpoints set ${column} = regexp_replace(${column}, '${from}', '${to}') ${where}`
    const repair = `update spend_checkpoints set ${column} = '${rows[0]?.entries}' ${where}`
    const found = await plant(corrupt, repair, [customerId])
    expect(found.map((line) => line.split(': ')[1])).toEqual([column])
  })

  it('a checkpoint of another account, of another entry, and of another level', async () => {
    const changed = (column: string, by: string, back: string) =>
      plant(...change('spend_checkpoints', column, by, back, 'subject_id = $1'), [many])
    expect(await changed('account_id', `account_id || 'x'`, 'left(account_id, -1)')).toEqual([
      expect.stringContaining(`${many}: account_id: stored`),
    ])
    expect(await changed('entry_id', `entry_id || 'x'`, 'left(entry_id, -1)')).toEqual([
      expect.stringContaining(`${many}: entry_id: stored`),
    ])
    const earlier = await changed('sequence', 'sequence - 1', 'sequence + 1')
    expect(earlier.map((line) => line.split(': ')[1])).toEqual(expect.arrayContaining(['entry_id', 'entries', 'total']))
    const [corrupt] = change('spend_checkpoints', 'subject_id', `'${cardId}'`, '', `subject_id = $1`)
    const repair = `update spend_checkpoints set subject_id = $1 where subject_id = '${cardId}'`
    expect((await plant(corrupt, repair, [many])).join('\n')).toContain(`${cardId}: entries: stored`)
  })

  it('a checkpoint beyond the end of the journal', async () => {
    const beyond = change('spend_checkpoints', 'sequence', 'sequence + 100000', 'sequence - 100000', 'subject_id = $1')
    const found = await plant(...beyond, [customerId])
    expect(found.join('\n')).toMatch(new RegExp(`${customerId}: sequence: stored 100\\d+, replayed \\d+$`, 'm'))
  })

  it('a missing event, an event too much, and an event with another amount', async () => {
    const one = `id = (select min(id) from events where type = 'transaction.settled' and data->>'transactionId' = $1)`
    const missing = await plant(...keep('events', one), [stepped])
    expect(missing).toHaveLength(1)
    expect(missing[0]).toMatch(/the event transaction\.settled: stored null, replayed {/)

    const copy = await plant(
      `insert into events select bucket, 'evt_copy', account_id, customer_id, type, data, sequence, created_at from events where ${one}`,
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

  it('what a step counts, which is what is folded of it: changed, gone, and where there was nothing', async () => {
    const count = (step: string, by: string, back: string) =>
      plant(...change('transaction_steps', 'counted', by, back, `transaction_id = $1 and ${step}`), [stepped])
    const written = (from: number, to: number) => `replace(counted::text, ',${from}]', ',${to}]')::json`
    const approved = `kind = 'increment' and decision = 'approve'`
    expect(await count(approved, written(400, 401), written(401, 400))).toEqual([
      expect.stringMatching(/: counted: stored \[\[\d+,401\]\], replayed \[\[\d+,400\]\]$/),
    ])
    const kept = `(select json_build_array(json_build_array(created_at, 400)) from transactions where id = $1)`
    expect(await count(approved, 'null', kept)).toEqual([
      expect.stringMatching(/: counted: stored null, replayed \[\[\d+,400\]\]$/),
    ])
    expect(await count(`kind = 'increment' and decision = 'decline'`, `'[[1,1]]'`, 'null')).toEqual([
      expect.stringMatching(/: counted: stored \[\[1,1\]\], replayed null$/),
    ])
  })

  it('an entry whose id is not after that of the one before it, and one whose moment is not', async () => {
    const where = `transaction_id = $1 and kind = 'settle' and final`
    const back = `(select id from kept_ids)`
    const { pool } = service.database
    await pool.query(`create table kept_ids as select id from transaction_steps where ${where}`, [stepped])
    const id = change('transaction_steps', 'id', `'stp_' || repeat('0', 26)`, back, where)
    expect((await plant(...id, [stepped])).join('\n')).toContain('its id is not after that of the entry before it')
    const moment = await plant(...change('transaction_steps', 'at', 'at - 100', 'at + 100', where), [stepped])
    expect(moment.join('\n')).toContain('it is earlier than the entry before it')
  })

  it('a gap: a transaction that is gone, a step that is gone, and one and the other with nothing between', async () => {
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
    const { pool } = service.database
    const { rows } = await pool.query<{ sequence: number }>(
      `select step.sequence from transaction_steps step join transactions next
        on next.customer_id = step.customer_id and next.sequence = step.sequence + 1 and next.decision = 'decline' limit 1`,
    )
    const sequence = rows[0]?.sequence ?? 0
    await pool.query('create table gone as select * from transaction_steps where sequence = $1', [sequence])
    const [corrupt, repair] = keep('transactions', `sequence = ${sequence + 1} and customer_id = $1`)
    await pool.query('delete from transaction_steps where sequence = $1', [sequence])
    const both = await plant(corrupt, repair, [customerId])
    await pool.query('insert into transaction_steps table gone')
    expect(both.join('\n')).toMatch(
      new RegExp(`numbers before it are missing: stored ${sequence + 2}, replayed ${sequence}$`, 'm'),
    )
    expect(await differences()).toEqual([])
  })

  it('a card that was closed long before its event, and not one that was closed milliseconds before it', async () => {
    const { id } = await service.purser.cards.create({ customerId })
    await service.purser.cards.close(id)
    const earlierBy = (ms: number) => change('cards', 'closed_at', `closed_at - ${ms}`, `closed_at + ${ms}`, 'id = $1')
    expect(await plant(...earlierBy(38), [id])).toEqual([])
    const found = await plant(...earlierBy(3_600_001), [id])
    expect(found).toEqual([expect.stringContaining(`${id}: closed_at: stored`)])
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
    ['failed_credentials', `'[1]'`, 'null'],
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

  it('a checkpoint of a customer that there is not', async () => {
    const { pool } = service.database
    const where = `where subject_id = '${many}'`
    const copy = { subject_id: 'card_x', customer_id: 'cust_x' }
    await pool.query(`insert into spend_checkpoints select copied.* from spend_checkpoints original,
      json_populate_record(original, '${JSON.stringify(copy)}') copied ${where.replace('subject_id', 'original.subject_id')}`)
    expect(await differences()).toEqual([expect.stringContaining('card_x: it belongs to no decision of a customer')])
    await pool.query(`delete from spend_checkpoints where subject_id = 'card_x'`)
  })
})

it('nothing is left of what was planted', async () => {
  expect(await differences()).toEqual([])
})
