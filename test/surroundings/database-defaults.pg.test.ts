import { describe, expect, it, beforeAll, afterAll } from 'vitest'
import { answerStepDeadlinesMs } from '../../src/lib/traffic/deadlines.ts'
import { type Node, type Rig, startRig } from '../api/http-rig.ts'

/** As PostgreSQL shows it. */
const seconds = (ms: number): string => `${ms / 1000}s`

/** What somebody has set for the database, as for a role: its value, and the one that Purser's connections have. Null: it is left as it is. */
const defaults: readonly (readonly [name: string, set: string, has: string | null])[] = [
  ['default_transaction_isolation', 'serializable', 'read committed'],
  ['default_transaction_isolation', 'repeatable read', 'read committed'],
  ['default_transaction_deferrable', 'on', 'off'],
  ['synchronous_commit', 'off', 'on'],
  ['synchronous_commit', 'remote_apply', null],
  ['idle_session_timeout', '3s', '0'],
  ['transaction_timeout', '3s', '0'],
  ['statement_timeout', '3s', seconds(answerStepDeadlinesMs.statement)],
  ['lock_timeout', '1ms', seconds(answerStepDeadlinesMs.lock)],
  ['idle_in_transaction_session_timeout', '1ms', seconds(answerStepDeadlinesMs.statement)],
  ['standard_conforming_strings', 'off', 'on'],
  ['transform_null_equals', 'on', 'off'],
  ['plan_cache_mode', 'force_custom_plan', 'force_generic_plan'],
  ['enable_indexscan', 'off', null],
  ['DateStyle', 'SQL, DMY', null],
  ['IntervalStyle', 'sql_standard', null],
  ['TimeZone', 'Asia/Kathmandu', null],
  ['bytea_output', 'escape', null],
  ['extra_float_digits', '-15', null],
  ['client_encoding', 'LATIN1', 'UTF8'],
  ['client_min_messages', 'debug5', null],
  ['array_nulls', 'off', null],
  ['quote_all_identifiers', 'on', null],
  ['xmloption', 'document', null],
  ['row_security', 'off', null],
  ['check_function_bodies', 'off', null],
  ['lc_messages', 'C', null],
]

describe('what the database sets for itself', () => {
  let rig: Rig
  let authorization: string
  beforeAll(async () => {
    rig = await startRig()
    authorization = `Bearer ${await rig.key()}`
  })
  afterAll(() => rig.close())

  const ask = async (node: Node, method: 'GET' | 'POST', url: string, payload?: object) => {
    const reply = await node.app.inject({ method, url, headers: { authorization }, ...(payload && { payload }) })
    return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() }
  }
  const database = () => rig.test.connection.database
  const alter = (what: string) => rig.test.database.pool.query(`alter database ${database()} ${what}`)

  it.each(defaults)('%s = %s changes nothing', async (name, set, has) => {
    const before = await rig.test.database.pool.query<{ setting: string }>(
      `select current_setting($1, true) as setting`,
      [name],
    )
    if (before.rows[0]?.setting === null) return // an older server has no such setting
    await alter(`set ${name} = '${set}'`.replace("= 'SQL, DMY'", '= SQL, DMY'))
    try {
      const node = await rig.secondNode()
      const { rows } = await node.deps.database.pool.query<{ setting: string }>(
        `select current_setting('${name}') as setting`,
      )
      expect(rows[0]?.setting).toBe(has ?? (name === 'DateStyle' ? 'SQL, DMY' : set))

      const customer = await ask(node, 'POST', '/v1/customers', {
        email: 'a@example.com',
        metadata: { at: 'Zürich \\ 1' },
      })
      const policy = { limits: { perDay: 500 } }
      const card = await ask(node, 'POST', '/v1/cards', { customerId: customer.body['id'], policy })
      const purchase = { cardId: card.body['id'], amount: 100, merchant: { name: 'Käse & Söhne', mcc: '5734' } }
      const decided = await Promise.all(
        Array.from({ length: 8 }, () => ask(node, 'POST', '/v1/network/authorizations', purchase)),
      )
      expect(decided.map(({ status }) => status)).toEqual(Array(8).fill(200))
      expect(decided.filter(({ body }) => body['decision'] === 'approve')).toHaveLength(5)
      const listed = await ask(node, 'GET', `/v1/transactions?cardId=${card.body['id'] as string}`)
      expect(listed.body['data']).toHaveLength(8)
      const stored = await ask(node, 'GET', `/v1/customers/${customer.body['id'] as string}`)
      expect(stored.body).toMatchObject({ metadata: { at: 'Zürich \\ 1' }, createdAt: customer.body['createdAt'] })
      expect(Date.parse(stored.body['createdAt'] as string)).toBe(rig.clock.time)
      expect(node.log).toEqual([])
    } finally {
      await alter(`reset ${name}`)
    }
  })
})
