import type { AuditedAct, ResourceChangesOfAct } from '../../domain/audit/audited-act.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import type { IdMaker } from '../../lib/ids.ts'
import type { Database } from '../connection/database.ts'
import type { Tx } from '../connection/db.ts'
import { sqlRowReaderIn, runSqlStatement } from '../connection/in-transaction.ts'
import { auditAppendQueries, type AuditRecord, auditRecordsByAccount, lockAuditHeadSql } from './chain.ts'
import type { AuditChainHead } from './following.ts'
import type { AuditKeys } from './audit-macs.ts'

/** The list of audited changes that a database transaction has made so far, and who makes them. */
export class AuditTrail {
  readonly act: AuditedAct
  /** The keys with which the MACs of audit entries are made. */
  readonly vault: AuditKeys
  readonly #records: AuditRecord[] = []

  constructor(act: AuditedAct, vault: AuditKeys) {
    this.act = act
    this.vault = vault
  }

  get records(): readonly AuditRecord[] {
    return this.#records
  }

  /**
   * Records a change, unless it changes no field, and returns it. `act` says who made the change and by which operation. It is the act of
   * the database transaction, unless given.
   */
  record(change: ResourceChangesOfAct, act: AuditedAct = this.act): ResourceChangesOfAct {
    if (change.changes.length > 0) this.#records.push({ ...change, act })
    return change
  }
}

/** A database transaction that changes something, with the source of its new ids and the trail that records its changes. */
export interface AuditedTx {
  readonly tx: Tx
  readonly ids: IdMaker
  readonly audit: AuditTrail
}

export interface AuditDeps {
  readonly ids: IdMaker
  readonly act: AuditedAct
  readonly vault: AuditKeys
}

/** Runs work in a transaction of its own, and commits the audit entries about its changes with it. */
export const inAuditedTransaction = <T>(
  database: Pick<Database, 'transaction'>,
  by: AuditDeps,
  work: (writing: AuditedTx) => Promise<T>,
): Promise<T> => database.transaction((tx) => withAuditTrail(tx, by, work))

/** Runs work in an open transaction. The audit entries are appended when the work is done, right before the commit. */
export async function withAuditTrail<T>(
  tx: Tx,
  { ids, act, vault }: AuditDeps,
  work: (writing: AuditedTx) => Promise<T>,
): Promise<T> {
  const audit = new AuditTrail(act, vault)
  const result = await work({ tx, ids, audit })
  await append({ tx, ids, vault }, audit.records)
  return result
}

/** The most audit entries that one statement inserts. Deleting an agent may change a hundred thousand cards. */
const AT_ONCE = 1000

async function append(
  { tx, ids, vault }: Pick<AuditDeps, 'ids' | 'vault'> & { readonly tx: Tx },
  records: readonly AuditRecord[],
): Promise<void> {
  const read = sqlRowReaderIn(tx)
  for (const [accountId, own] of auditRecordsByAccount(records)) {
    for (let start = 0; start < own.length; start += AT_ONCE) {
      const [head] = await read<AuditChainHead>({ name: '', text: lockAuditHeadSql }, [
        bucketOfId(accountId),
        accountId,
      ])
      const some = own.slice(start, start + AT_ONCE)
      for (const query of await auditAppendQueries(read, { ids, vault }, { head, records: some }))
        await runSqlStatement(tx, query)
    }
  }
}
