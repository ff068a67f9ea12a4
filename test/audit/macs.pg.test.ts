import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/clock.ts'
import type { UnsignedAuditHead } from '../../src/sweeps/head-signing.ts'
import { createSweeper } from '../../src/sweeps/sweeper.ts'
import { type Api, type Caller, startApi } from '../api/typed-api.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { macTamperings, recompute } from './tampering.ts'

let api: Api
let accountId: string
let admin: Caller
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const unsigned: UnsignedAuditHead[] = []
const counts: number[] = []
const sweep = () =>
  createSweeper({
    ...api.rig.deps,
    numberLifeMs: Number.MAX_SAFE_INTEGER,
    auditLifeMs: null,
    onError: (error) => {
      throw error as Error
    },
    onUnsigned: (one) => unsigned.push(one),
    unsigned: (count) => counts.push(count),
  }).runDue()

const sql = (text: string, values: readonly unknown[] = [accountId]) =>
  api.rig.test.database.pool.query(text, [...values])
const row = async (text: string) => (await sql(text)).rows[0] as Record<string, unknown>
const found = () => verifyDifferencesOf(api.rig.test.database)
const own = async () => (await found()).filter((line) => line.includes(accountId))
const grow = async (times = 1) => {
  for (let n = 0; n < times; n += 1) {
    const { status } = await admin('createCustomer', { body: { email: `${n}@example.com` } })
    expect(status).toBe(201)
  }
}
const hourLater = async () => {
  api.clock.time += HOUR_MS
  await sweep()
}
const signedUpTo = async (): Promise<number[]> =>
  (await sql('select sequence from signed_heads where account_id = $1 order by sequence')).rows.map(
    ({ sequence }) => sequence as number,
  )
const lastSequence = async () => (await row('select sequence from audit_heads where account_id = $1'))['sequence']

/** Each case has an account of its own: what is tampered with stays so. */
async function freshAccount(): Promise<void> {
  accountId = await api.rig.account()
  admin = api.caller(await api.rig.key({ accountId }))
  await grow(3)
  await hourLater()
  await grow(3)
}

describe('a trail that somebody has written to beside the service', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['an entry and everything behind it, with hashes and head computed anew', () => recomputed(3), /#3 aud_.*MAC/],
    ['the last entry alone, with its hash and the head', () => recomputed(7), /#\d+ aud_.*MAC/],
    ...macTamperings.map((statement): [string, () => Promise<unknown>, RegExp] => [
      statement,
      () => sql(statement, [accountId, 4]),
      /#4 aud_.*MAC/,
    ]),
    ['the MACs of all entries and of the head', nulled, /its head does not have the MAC/],
    ['the end: an entry is gone, and the head is moved back', cutOff, /its head does not have the MAC/],
    [
      'the head: it is due in a thousand years',
      () => setHead('sign_due_at = 33000000000000'),
      /its head does not have/,
    ],
    ['the head: it is never due', () => setHead('sign_due_at = null'), /its head does not have the MAC/],
    ['the head: MACs begin later', () => setHead('macs_from = 100'), /its head does not have the MAC/],
    ['the head: nothing was signed', () => setHead('signed_sequence = 0'), /its head does not have the MAC/],
    [
      'the last signed head: it is gone',
      () => sql(`delete from signed_heads where account_id = $1`),
      /last signed head/,
    ],
    [
      'a signed head: it names another moment',
      () => sql(`update signed_heads set signed_at = 0 where account_id = $1`),
      /signature/,
    ],
    ['an entry that is put behind the last one', appended, /#\d+ aud_.*MAC/],
  ])('is found: %s', async (_what, tamperWith, finding) => {
    await freshAccount()
    expect(await own()).toEqual([])
    await tamperWith()
    expect(await own()).toContainEqual(expect.stringMatching(finding))
  })

  const recomputed = (from: number) => recompute(api.rig.test.database, accountId, from)
  const setHead = (set: string) => sql(`update audit_heads set ${set} where account_id = $1`)
  async function nulled() {
    await sql(`update audit_entries set mac = '' where account_id = $1`)
    await setHead(`mac = '', macs_from = null`)
  }
  async function cutOff() {
    const last = await lastSequence()
    await sql('delete from audit_entries where account_id = $1 and sequence = $2', [accountId, last])
    const { rows } = await sql('select sequence, hash, id from audit_entries where account_id = $1 and sequence = $2', [
      accountId,
      Number(last) - 1,
    ])
    const before = rows[0] as { sequence: number; hash: string; id: string }
    await sql('update audit_heads set sequence = $2, hash = $3, entry_id = $4 where account_id = $1', [
      accountId,
      before.sequence,
      before.hash,
      before.id,
    ])
  }
  async function putBack() {
    const then = await row('select to_jsonb(h) as head from audit_heads h where account_id = $1')
    await grow(2)
    await sql(
      `update audit_heads h set sequence = o.sequence, entry_id = o.entry_id, hash = o.hash, sign_due_at = o.sign_due_at, mac = o.mac
        from jsonb_populate_record(null::audit_heads, $2) o where h.account_id = $1`,
      [accountId, JSON.stringify(then['head'])],
    )
  }
  async function appended() {
    await sql(
      `insert into audit_entries select bucket, account_id, sequence + 1, overlay(id placing case when substr(id, 25, 1) = 'z' then 'y' else 'z' end from 25 for 1),
        actor_type, actor_id, actor_name, request_id, operation, resource_type, resource_id, customer_id, changes, hash, reverse(hash), mac
        from audit_entries where account_id = $1 order by sequence desc limit 1`,
    )
  }

  it.each<[string, () => Promise<unknown>]>([
    [
      'an entry since the last signed head was changed',
      () => sql(`update audit_entries set actor_name = 'Nobody' where account_id = $1 and sequence = 6`),
    ],
    ['an entry since the last signed head was computed anew with the head', () => recomputed(6)],
    ['the head was moved', cutOff],
    ['the head was put back to what it was once, with its MAC of then', putBack],
    ['an entry was put behind the last one', appended],
    ['the last signed head is gone', () => sql(`delete from signed_heads where account_id = $1`)],
    [
      'the last signed head has another signature',
      () => sql(`update signed_heads set signature = reverse(signature) where account_id = $1`),
    ],
  ])('is not signed any more where %s, and changes and purchases go on', async (_what, tamperWith) => {
    await freshAccount()
    await tamperWith()
    const before = await signedUpTo()
    unsigned.length = 0
    await hourLater()
    expect(await signedUpTo()).toEqual(before)
    expect(unsigned.filter((one) => one.accountId === accountId)).toEqual([{ accountId, why: expect.any(String) }])
    expect(counts.at(-1)).toBeGreaterThan(0)
    const { status, body } = await admin('getAuditHead')
    expect([status, body]).toMatchObject([409, { error: { code: 'audit_not_signed' } }])
    await grow(2)
    await hourLater()
    api.clock.time += DAY_MS
    await grow()
    await sweep()
    expect(await signedUpTo()).toEqual(before)
    expect((await own()).length).toBeGreaterThan(0)
  })

  it('is signed again where what was changed is put back', async () => {
    await freshAccount()
    const name = `set actor_name = $2 where account_id = $1 and sequence = 6`
    const { actor_name: was } = await row('select actor_name from audit_entries where account_id = $1 and sequence = 6')
    await sql(`update audit_entries ${name}`, [accountId, 'Nobody'])
    await hourLater()
    expect((await signedUpTo()).length).toBe(1)
    await sql(`update audit_entries ${name}`, [accountId, was])
    await hourLater()
    expect((await signedUpTo()).at(-1)).toBe(await lastSequence())
    expect(await own()).toEqual([])
  })

  it('shows that a purchase has used an intent, and never got a head again that looks good', async () => {
    await freshAccount()
    await cutOff()
    const customer = (await admin('createCustomer', { body: { email: 'b@example.com' } })).body
    const card = (await admin('createCard', { body: { customerId: customer.id, usage: 'single' } })).body
    const door = api.caller(await api.rig.key({ accountId, role: 'network' }))
    const { body } = await door('createAuthorization', {
      body: { cardId: card.id, amount: 500, merchant: { name: 'Shop' } },
    })
    expect(body.decision).toBe('approve')
    const used = await admin('listAudit', { query: { resourceId: card.id } })
    expect(used.body.data[0]).toMatchObject({ operation: 'createAuthorization' })
    expect(await own()).toContainEqual(expect.stringMatching(/its head does not have the MAC/))
  })
})

describe('an hour in which a trail grew', () => {
  it('has a signed head, whoever appends next: also where no sweep has run', async () => {
    await freshAccount()
    const first = await lastSequence()
    api.clock.time += HOUR_MS + 11 * MINUTE_MS
    await grow()
    expect((await signedUpTo()).at(-1)).toBe(first)
    api.clock.time += 2 * DAY_MS
    await grow()
    expect((await signedUpTo()).at(-1)).toBe(Number(first) + 1)
    expect(await own()).toEqual([])
  })

  it('and which signed head is gone is found', async () => {
    await freshAccount()
    await hourLater()
    await grow()
    await hourLater()
    const [, middle] = await signedUpTo()
    await sql('delete from signed_heads where account_id = $1 and sequence = $2', [accountId, middle])
    expect(await own()).toEqual([expect.stringContaining('the signed head before it is missing')])
  })

  it('and that no head is signed of is found: of a chain whose service was kept from signing', async () => {
    await freshAccount()
    await sql(`update signed_heads set signature = reverse(signature) where account_id = $1`)
    api.clock.time += DAY_MS
    await grow(2)
    await sql(`update signed_heads set signature = reverse(signature) where account_id = $1`)
    expect(await own()).toEqual([expect.stringContaining('the hour before it grew, and has no signed head')])
  })
})
