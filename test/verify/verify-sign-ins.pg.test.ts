import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/lib/clock.ts'
import { type Holder, type PasskeyRig, startPasskeyRig } from '../api/people/passkey-rig.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { TEST_API_KEY } from '../support/processes/start-purser.ts'

let rig: PasskeyRig
let holder: Holder
beforeAll(async () => {
  rig = await startPasskeyRig({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => rig.test.stop())

const sql = (text: string, values: readonly unknown[] = []) => rig.test.database.pool.query(text, [...values])
const found = () => verifyDifferencesOf(rig.test.database)
const rowsOf = async (table: string) =>
  (await sql(`select to_jsonb(t) as row from ${table} t where person_id = $1`, [holder.id])).rows.map(
    ({ row }) => row as { id: string },
  )
/** As whoever has kept it can: with its MAC. */
const putBack = (table: string, row: object) =>
  sql(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [JSON.stringify(row)])
const offerReset = () => rig.ask('POST', `/people/${holder.id}/password-reset`, { key: TEST_API_KEY })

beforeEach(async () => {
  holder = await rig.holder('viewer')
  await offerReset()
  expect(await found()).toEqual([])
})

/** What each test has done to the rows of its person is taken back: by whoever has the database that is as easy as doing it. */
const kinds = ['sessions', 'passkeys', 'password_resets'] as const

describe.each(kinds)('%s', (table) => {
  it.each([
    ['of another person', `person_id = 'per_x'`],
    ['with another MAC', `mac = '\\x00'`],
    ['with another id', `id = overlay(id placing 'zz' from 12 for 2)`],
  ])('that were changed by hand are found: %s', async (_what, set) => {
    const [row] = await rowsOf(table)
    await sql(`update ${table} set ${set} where id = $1`, [row?.id])
    expect((await found()).length).toBeGreaterThan(0)
    await sql(`delete from ${table} where id = $1 or person_id in ('per_x', $2)`, [row?.id, holder.id])
    await putBack(table, row as object)
    expect(await found()).toEqual([])
  })

  it('that were removed by hand are found', async () => {
    const [row] = await rowsOf(table)
    await sql(`delete from ${table} where id = $1`, [row?.id])
    expect(await found()).toEqual([expect.stringContaining(`${row?.id}: no audit entry has ended it`)])
    await putBack(table, row as object)
  })

  it('that were put in by hand are found, also with the MAC of another row', async () => {
    const [row] = await rowsOf(table)
    const other = {
      ...row,
      id: `${row?.id.slice(0, 14)}${'z'.repeat(16)}`,
      secret_hash: '\\x01',
      credential_id: '\\x01',
    }
    await putBack(table, other)
    expect(await found()).toEqual([
      expect.stringContaining(`${other.id}: it does not have the MAC of this service`),
      expect.stringContaining(`${other.id}: no audit entry has made it`),
    ])
    await sql(`delete from ${table} where id = $1`, [other.id])
  })
})

describe('what was ended and put back, with a MAC that is good,', () => {
  it('is found: a session', async () => {
    const [row] = await rowsOf('sessions')
    await rig.ask('DELETE', '/sessions/current', { cookie: holder.cookie })
    expect(await found()).toEqual([])
    await putBack('sessions', row as object)
    expect((await rig.ask('GET', '/self', { cookie: holder.cookie })).status).toBe(200)
    expect(await found()).toEqual([expect.stringContaining(`${row?.id}: an audit entry has ended it`)])
    await sql('delete from sessions where id = $1', [row?.id])
  })

  it('is found: a passkey', async () => {
    const [row] = await rowsOf('passkeys')
    await rig.confirmed('DELETE', `/passkeys/${holder.passkeyId}`, holder)
    await putBack('passkeys', row as object)
    expect(await found()).toEqual([expect.stringContaining(`${row?.id}: an audit entry has ended it`)])
    await sql('delete from passkeys where id = $1', [row?.id])
  })

  it('is found: a link that a new password has ended', async () => {
    const [row] = await rowsOf('password_resets')
    await rig.ask('PATCH', `/people/${holder.id}`, { key: TEST_API_KEY, body: { name: 'Another' } })
    const reset = (await offerReset()).body as { secret: string }
    const done = await rig.ask('POST', '/password-resets/use', {
      body: { secret: reset.secret, password: 'eleven blue bottles' },
    })
    expect(done.status).toBeLessThan(300)
    expect(await found()).toEqual([])
    await putBack('password_resets', row as object)
    expect(await found()).toEqual([expect.stringContaining(`${row?.id}: an audit entry has ended it`)])
    await sql('delete from password_resets where id = $1', [row?.id])
  })
})

it('finds the name of a passkey that was changed by hand, after it was renamed as well', async () => {
  const rename = (name: string) => sql('update passkeys set name = $2 where id = $1', [holder.passkeyId, name])
  await rename('Phone')
  expect(await found()).toEqual([
    expect.stringContaining(`${holder.passkeyId}: no audit entry has changed name: stored "Phone", replayed "Laptop"`),
  ])
  await rename('Laptop')
  await rig.confirmed('POST', `/passkeys/${holder.passkeyId}/rename`, { ...holder, body: { name: 'Desk' } })
  expect(await found()).toEqual([])
})

it('what time has ended has an entry: sessions and links that are over leave no difference', async () => {
  await rig.test.purser.testClock.advance({ seconds: (8 * DAY_MS) / 1000 })
  await rig.test.purser.testClock.advance({ seconds: HOUR_MS / 1000 })
  expect(await rowsOf('sessions')).toEqual([])
  expect(await rowsOf('password_resets')).toEqual([])
  expect(await found()).toEqual([])
  const { data } = await rig.test.purser.audit.list({ resourceId: holder.id, limit: 2 })
  expect(data.map(({ operation }) => operation).toSorted()).toEqual(['expirePasswordReset', 'expireSession'])
})
