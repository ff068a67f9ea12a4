import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabaseVault } from '../../src/app/administration/database-vault.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { monotonicIds } from '../../src/lib/ids.ts'
import { insertCustomer } from '../../src/store/customers/customers.ts'
import { auditHeadsDueToSign, checkAndSignAuditHead } from '../../src/store/audit/heads.ts'
import { migrationFiles } from '../../src/store/schema/migration-files.ts'
import { migrateDatabase } from '../../src/store/schema/migrations.ts'
import { masterKeysFromValue } from '../../src/vault/key-provider.ts'
import { asTestActor } from '../support/records/acts.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { createTestDatabase, type TestDatabase } from '../support/postgres/test-database.ts'
import { openTestVault } from '../support/test-vault.ts'
import { OLD_INSERT, withoutMacs } from './before-macs.ts'
import { customerOf, makeTrail, recompute } from './tampering.ts'

const ids = monotonicIds(systemClock)
const ENTRIES = 30
const SIGNED = 20

let test: TestDatabase
let accountId: string
beforeEach(async () => {
  test = await createTestDatabase()
  accountId = await makeTrail(test.database, ids, ENTRIES)
  await withoutMacs(test, accountId, SIGNED)
})
afterEach(() => test.drop())

const sql = (text: string, values: readonly unknown[] = [accountId]) => test.database.pool.query(text, [...values])
const upgrade = async () =>
  expect(await migrateDatabase(test.connection)).toEqual(
    migrationFiles().flatMap(({ name }) => (name >= '0009_audit_macs' ? [name] : [])),
  )

/** What a node does before anything else; answers what it says to its log. */
async function start(): Promise<string[]> {
  const said: string[] = []
  const say = (_fields: object, message: string) => said.push(message)
  await openDatabaseVault(test.database, {
    masterKeys: masterKeysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key'),
    settings: readSettings({}),
    logger: { error: say as never, info: say as never },
  })
  return said
}
const grow = () =>
  asTestActor(test.database, ids, (writing) =>
    insertCustomer(writing, customerOf(accountId, ids('cust'))).then(() => undefined),
  )
const head = async () =>
  (await sql('select * from audit_heads where account_id = $1')).rows[0] as Record<string, unknown>
const signed = async () =>
  (await sql('select sequence from signed_heads where account_id = $1 order by sequence')).rows.map(
    ({ sequence }) => sequence as number,
  )
async function signDue(): Promise<(string | null)[]> {
  const vault = await openTestVault(test.database)
  const now = systemClock.now() + 3_600_000
  const answers: (string | null)[] = []
  for await (const due of auditHeadsDueToSign(test.database.db, { bucketScope: null, now })) {
    answers.push((await checkAndSignAuditHead(test.database, vault, { head: due, now }))?.why ?? null)
  }
  return answers
}

it('a node of the version before appends nothing after the migration: it knows of no MACs', async () => {
  await sql(OLD_INSERT)
  await sql('delete from audit_entries where account_id = $1 and sequence = 31')
  await upgrade()
  await expect(sql(OLD_INSERT)).rejects.toThrow('null value in column "mac"')
})

it('the first start takes over each trail from its last signed head: once, with an entry that is signed at once', async () => {
  await upgrade()
  await Promise.all([start(), start()])
  expect(await signed()).toEqual([SIGNED, ENTRIES + 1])
  const { rows } = await sql(
    'select operation, actor_type, changes from audit_entries where account_id = $1 and sequence = 31',
  )
  expect(rows).toEqual([
    {
      operation: 'adoptAuditTrail',
      actor_type: 'system',
      changes: [{ path: 'auditMacsFrom', before: null, after: ENTRIES + 1 }],
    },
  ])
  expect(await start()).toEqual([])
  await grow()
  expect(await signDue()).toEqual([null])
  expect(await signed()).toEqual([SIGNED, ENTRIES + 1, ENTRIES + 2])
  expect(await verifyDifferencesOf(test.database)).toEqual([])
})

it('what was written before the upgrade cannot be changed after it', async () => {
  await upgrade()
  await start()
  await recompute(test.database, accountId, 3)
  const found = await verifyDifferencesOf(test.database)
  expect(found).toContainEqual(expect.stringMatching(/its head names another entry/))
  expect(found).toContainEqual(expect.stringMatching(/its head does not have the MAC/))
})

it('is not repeated for a trail that somebody has made look like one of before', async () => {
  await upgrade()
  await start()
  await grow()
  await sql('delete from audit_entries where account_id = $1 and sequence > 30')
  await sql('delete from signed_heads where account_id = $1')
  const { rows } = await sql('select hash, id from audit_entries where account_id = $1 and sequence = 30')
  const { hash, id } = rows[0] as { hash: string; id: string }
  await sql(
    `update audit_heads set sequence = 30, hash = $2, entry_id = $3, mac = '', macs_from = null, signed_sequence = 0, sign_due_at = 1
      where account_id = $1`,
    [accountId, hash, id],
  )
  await recompute(test.database, accountId, 3)
  expect(await start()).toEqual([])
  expect(await signDue()).toEqual(['its head does not have the MAC of this service'])
  expect(await head()).toMatchObject({ mac: '', macs_from: null })
  expect(await verifyDifferencesOf(test.database)).toContainEqual(
    expect.stringMatching(/its head does not have the MAC/),
  )
})

it('is not made possible again by whoever takes its mark from the shared keys: they do not open any more', async () => {
  await upgrade()
  await start()
  await sql(`update settings set value = (value::jsonb - 'hasAuditMacs')::text where name = 'vault_key_ring'`, [])
  await expect(start()).rejects.toThrow()
})

it.each([
  ['an entry was changed after it was signed', () => recompute(test.database, accountId, 3)],
  [
    'an entry is missing since the last signed head',
    () => sql('delete from audit_entries where account_id = $1 and sequence = 25'),
  ],
  [
    'the last signed head has another signature',
    () => sql('update signed_heads set signature = reverse(signature) where account_id = $1'),
  ],
])('leaves a trail as it is where %s: it is never signed again, and changes go on', async (_what, tamperWith) => {
  await tamperWith()
  await upgrade()
  expect(await start()).toContainEqual(expect.stringContaining('does not follow from its last signed head'))
  expect(await start()).toEqual([])
  await grow()
  expect(await signDue()).toEqual(['its head does not have the MAC of this service'])
  expect((await verifyDifferencesOf(test.database)).length).toBeGreaterThan(0)
})
