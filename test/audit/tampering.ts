import { createPublicKey } from 'node:crypto'
import { checkAuditExport } from '../../src/cli/check-export.ts'
import { auditExportLines } from '../../src/app/administration/export-audit.ts'
import { CUSTOMER_BUCKETS } from '../../src/lib/buckets.ts'
import { auditEntryHash } from '../../src/lib/audit-chain.ts'
import type { IdMaker } from '../../src/lib/ids.ts'
import type { AuditEntryRow } from '../../src/store/rows/audit-tables.ts'
import { auditEntry } from '../../src/store/audit/entry-rows.ts'
import { createAccount } from '../../src/store/accounts/accounts.ts'
import { insertCustomer } from '../../src/store/customers/customers.ts'
import type { Database } from '../../src/store/connection/database.ts'
import { onDatabaseSnapshot } from '../../src/store/connection/snapshot.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import type { Random } from '../model/random.ts'
import { asTestActor } from '../support/records/acts.ts'
import { openTestVault } from '../support/test-vault.ts'

const AT_ONCE = 1000

/** Makes an account and so many customers in it, each with an entry; answers the account. */
export async function makeTrail(database: Database, ids: IdMaker, entries: number): Promise<string> {
  const { id: accountId } = await asTestActor(database, ids, (writing) => createAccount(writing, 'Tampered'))
  for (let made = 1; made < entries; made += AT_ONCE) {
    const some = Math.min(AT_ONCE, entries - made)
    await asTestActor(database, ids, async (writing) => {
      for (let n = 0; n < some; n += 1) await insertCustomer(writing, customerOf(accountId, ids('cust')))
    })
  }
  return accountId
}

export const customerOf = (accountId: string, id: string) =>
  ({
    id,
    accountId,
    type: 'consumer',
    status: 'active',
    currency: 'USD',
    email: `${id}@example.com`,
    name: { first: 'Ada', last: 'Lovelace' },
    phone: null,
    costCenter: null,
    policy: { requireIntent: true },
    shadowSince: null,
    limits: {},
    metadata: null,
    createdAt: 0,
  }) as const

/** What a person with the database does to one row of the trail. `$1`: its account, `$2`: its number. */
const OF_ROW = 'where account_id = $1 and sequence = $2'
const change = (set: string): string => `update audit_entries set ${set} ${OF_ROW}`

export const tamperings: readonly string[] = [
  change(`actor_name = 'Nobody'`),
  change(`actor_id = 'key_x'`),
  change(`actor_type = 'key'`),
  change(`request_id = 'req_x'`),
  change(`operation = 'updateCard'`),
  change(`resource_id = resource_id || 'x'`),
  change(`resource_type = 'card'`),
  change(`customer_id = null`),
  change(`changes = '[]'`),
  change(`changes = replace(changes::text, 'Lovelace', 'Byron')::json`),
  change(`hash = reverse(hash)`),
  change(`previous_hash = reverse(previous_hash)`),
  change(`id = left(id, 12) || reverse(right(id, length(id) - 12))`),
  `delete from audit_entries ${OF_ROW}`,
  `insert into audit_entries select ${otherBucket()}, account_id, sequence, 'aud_x' || id, actor_type, actor_id, actor_name,
    request_id, operation, resource_type, resource_id, customer_id, changes, previous_hash, hash, mac
    from audit_entries ${OF_ROW}`,
]

/** What the public key alone does not find: the rest of the row is as it was. */
export const macTamperings: readonly string[] = [
  change(`mac = ''`),
  change(`mac = reverse(mac)`),
  change(`mac = left(mac, 4) || reverse(right(mac, length(mac) - 4))`),
]

function otherBucket(): string {
  return `case bucket when ${CUSTOMER_BUCKETS[0]} then ${CUSTOMER_BUCKETS[1]} else ${CUSTOMER_BUCKETS[0]} end`
}

export interface Tampering {
  readonly sequence: number
  readonly statement: string
}

/** Tampers with single rows at random, no two of them neighbors. */
export async function tamper(
  database: Database,
  accountId: string,
  { entries, times, random }: { entries: number; times: number; random: Random },
): Promise<Tampering[]> {
  const apart = Math.floor(entries / times)
  const done: Tampering[] = []
  for (let n = 0; n < times; n += 1) {
    const sequence = n * apart + random.between(2, apart - 1)
    const statement = random.pick(tamperings)
    const { rowCount } = await database.pool.query(statement, [accountId, sequence])
    if (rowCount !== 1) throw new Error(`nothing was tampered with by ${statement}`)
    done.push({ sequence, statement })
  }
  return done
}

/** What whoever writes to the database alone can do: an entry is another, and the chain behind it and its head are computed anew. */
export async function recompute(database: Database, accountId: string, from: number): Promise<void> {
  const { rows } = await database.pool.query<AuditEntryRow>(
    'select * from audit_entries where account_id = $1 and sequence >= $2 order by sequence',
    [accountId, from],
  )
  let previousHash = rows[0]?.previous_hash
  for (const row of rows) {
    const actor_name = row.sequence === from ? 'Nobody' : row.actor_name
    const next = { ...row, actor_name, previous_hash: previousHash ?? '' }
    previousHash = auditEntryHash(auditEntry(next))
    await database.pool.query(
      'update audit_entries set actor_name = $3, previous_hash = $4, hash = $5 where account_id = $1 and sequence = $2',
      [accountId, row.sequence, actor_name, next.previous_hash, previousHash],
    )
  }
  await database.pool.query('update audit_heads set hash = $2 where account_id = $1', [accountId, previousHash])
}

/** The numbers of the entries that `purser verify` finds something at. */
export async function foundByVerify(database: Database): Promise<Set<number>> {
  const found = new Set<number>()
  await verifyDatabase(database, {
    vault: await openTestVault(database),
    onDifference: ({ sequence, customerId }) => {
      if (sequence !== null && customerId.startsWith('acct_')) found.add(sequence)
    },
  })
  return found
}

/** The same by an export and the public key alone. */
export async function foundOffline(database: Database, vault: Vault, accountId: string): Promise<Set<number>> {
  const found = new Set<number>()
  await onDatabaseSnapshot(database.pool, async (snapshot) => {
    const lines = async function* () {
      const now = Date.UTC(2026, 0)
      for await (const line of auditExportLines(snapshot, vault, { accountId, now, onUnsigned: () => undefined }))
        yield JSON.stringify(line)
    }
    await checkAuditExport(lines(), createPublicKey(vault.auditPublicKey()), ({ sequence }) => found.add(sequence))
  })
  return found
}

/** Those of which nothing was found, neither at the row itself nor at the one behind it. */
export const missed = (done: readonly Tampering[], found: ReadonlySet<number>): Tampering[] =>
  done.filter(({ sequence }) => !found.has(sequence) && !found.has(sequence + 1))
