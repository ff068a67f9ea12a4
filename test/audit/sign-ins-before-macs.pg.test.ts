import { expect, it } from 'vitest'
import { openDatabaseVault } from '../../src/app/administration/database-vault.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { DAY_MS, systemClock } from '../../src/lib/clock.ts'
import { monotonicIds, timeOfId } from '../../src/lib/ids.ts'
import type { AuditedTx } from '../../src/store/audit/trail.ts'
import { insertPerson } from '../../src/store/people/people.ts'
import {
  providerIdentityMac,
  passwordResetMac,
  personMac,
  rowWithMac,
  sessionMac,
} from '../../src/store/people/person-proof.ts'
import { migrationFiles } from '../../src/store/schema/migration-files.ts'
import { migrateDatabase } from '../../src/store/schema/migrations.ts'
import { masterKeysFromValue } from '../../src/vault/key-provider.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { verifyDifferencesOf } from '../support/differences.ts'
import { createTestDatabase } from '../support/postgres/test-database.ts'
import { asTestActor } from '../support/records/acts.ts'
import { openTestVault } from '../support/test-vault.ts'
import { withoutMacs } from './before-macs.ts'
import { makeTrail } from './tampering.ts'

const ids = monotonicIds(systemClock)

interface Making extends AuditedTx {
  readonly vault: Vault
  readonly accountId: string
}

/** Somebody whom the provider's groups have disabled since they came: no entry says who has disabled them. */
async function joinAsBefore({ vault, accountId, ...writing }: Making): Promise<string> {
  const { tx, audit } = writing
  const id = ids('per')
  const person = {
    id,
    account_id: accountId,
    email: `${id}@example.com`,
    name: 'Ada',
    role: 'viewer' as const,
    status: 'disabled' as const,
    password: 'none',
    created_at: timeOfId(id),
  }
  await insertPerson(writing, rowWithMac(person, personMac(vault, person)))
  const at = { issuer: 'https://login.example.com', subject: id }
  const identity = { person_id: id, account_id: accountId, ...at, disabled_here: true, created_at: timeOfId(id) }
  await tx
    .insertInto('person_identities')
    .values(rowWithMac(identity, providerIdentityMac(vault, identity)))
    .execute()
  audit.record(toldOf({ accountId, id }, 'identity', at))
  return id
}

const toldOf = ({ accountId, id }: { accountId: string; id: string }, path: string, after: unknown) => ({
  accountId,
  resource: { type: 'person' as const, id },
  customerId: null,
  changes: [{ path, before: null, after }],
})

/** A session that lasts, one that time has ended without an entry, and a link that its entry does not name. */
async function signInAsBefore({ tx, audit, vault, accountId }: Making, personId: string): Promise<void> {
  const of = { account_id: accountId, person_id: personId }
  const lasts = ids('ses')
  const session = {
    ...of,
    id: lasts,
    secret_hash: Buffer.from(lasts),
    created_at: timeOfId(lasts),
    last_used_at: timeOfId(lasts),
    expires_at: timeOfId(lasts) + DAY_MS,
    address: '127.0.0.1',
    user_agent: null,
  }
  await tx
    .insertInto('sessions')
    .values(rowWithMac(session, sessionMac(vault, session)))
    .execute()
  for (const id of [lasts, ids('ses')]) audit.record(toldOf({ accountId, id: personId }, 'session', id))
  const link = ids('pwr')
  const reset = {
    ...of,
    id: link,
    secret_hash: Buffer.from(link),
    created_at: timeOfId(link),
    expires_at: timeOfId(link) + DAY_MS,
  }
  await tx
    .insertInto('password_resets')
    .values(rowWithMac(reset, passwordResetMac(vault, reset)))
    .execute()
  audit.record(toldOf({ accountId, id: personId }, 'passwordReset', 'offered'))
}

it('sessions, links and identities of before the migration leave no difference after it, and are looked after from then on', async () => {
  const test = await createTestDatabase()
  try {
    const { database } = test
    const accountId = await makeTrail(database, ids, 3)
    const vault = await openTestVault(database)
    const personId = await asTestActor(database, ids, async (writing) => {
      const making = { ...writing, vault, accountId }
      const id = await joinAsBefore(making)
      await signInAsBefore(making, id)
      return id
    })
    await withoutMacs(test, accountId, 3)
    const since = migrationFiles().map(({ name }) => name)
    expect(await migrateDatabase(test.connection)).toEqual(since.slice(since.indexOf('0009_audit_macs')))
    await openDatabaseVault(database, {
      masterKeys: masterKeysFromValue(Buffer.alloc(32, 7).toString('base64'), 'test key'),
      settings: readSettings({}),
      logger: { error: () => {}, info: () => {} } as never,
    })
    expect(await verifyDifferencesOf(test.database)).toEqual([])
    await database.pool.query('delete from person_identities')
    expect(await verifyDifferencesOf(test.database)).toEqual([
      expect.stringContaining(`${personId}: no audit entry has ended it`),
    ])
  } finally {
    await test.drop()
  }
})
