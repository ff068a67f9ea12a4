import type { Act, ResourceChange } from '../../domain/audit/record.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Ids } from '../../lib/ids.ts'
import type { Database } from '../connection/database.ts'
import type { Tx } from '../connection/db.ts'
import { readIn, run } from '../connection/in-transaction.ts'
import { appending, type AuditRecord, byAccount, lockHeadText } from './chain.ts'
import type { FoundHead } from './following.ts'
import type { AuditKeys } from './proof.ts'

/** What a transaction has changed so far, and who does it. */
export class AuditTrail {
  readonly act: Act
  /** By which what is appended proves itself. */
  readonly vault: AuditKeys
  readonly #records: AuditRecord[] = []

  constructor(act: Act, vault: AuditKeys) {
    this.act = act
    this.vault = vault
  }

  get records(): readonly AuditRecord[] {
    return this.#records
  }

  /** What has no changes leaves no entry. `act`: where it is not the caller's. Answers the change. */
  record(change: ResourceChange, act: Act = this.act): ResourceChange {
    if (change.changes.length > 0) this.#records.push({ ...change, act })
    return change
  }
}

/** A transaction that changes something, what makes the names that it needs, and what is told of it. */
export interface Writing {
  readonly tx: Tx
  readonly ids: Ids
  readonly audit: AuditTrail
}

export interface Changing {
  readonly ids: Ids
  readonly act: Act
  readonly vault: AuditKeys
}

/** Runs work in a transaction of its own, which commits the entries of what it changed with it. */
export const changing = <T>(
  database: Pick<Database, 'transaction'>,
  by: Changing,
  work: (writing: Writing) => Promise<T>,
): Promise<T> => database.transaction((tx) => audited(tx, by, work))

/** The same in a transaction that is open. Its entries are appended when the work is done, right before the commit. */
export async function audited<T>(
  tx: Tx,
  { ids, act, vault }: Changing,
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  const audit = new AuditTrail(act, vault)
  const result = await work({ tx, ids, audit })
  await append({ tx, ids, vault }, audit.records)
  return result
}

/** As many entries as one statement takes: an agent may have a hundred thousand cards. */
const AT_ONCE = 1000

async function append(
  { tx, ids, vault }: Pick<Changing, 'ids' | 'vault'> & { readonly tx: Tx },
  records: readonly AuditRecord[],
): Promise<void> {
  const read = readIn(tx)
  for (const [accountId, own] of byAccount(records)) {
    for (let start = 0; start < own.length; start += AT_ONCE) {
      const [head] = await read<FoundHead>({ name: '', text: lockHeadText }, [bucketOf(accountId), accountId])
      const some = own.slice(start, start + AT_ONCE)
      for (const query of await appending(read, { ids, vault }, { head, records: some })) await run(tx, query)
    }
  }
}
