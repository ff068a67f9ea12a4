import type { AuditedAct } from '../../../src/domain/audit/audited-act.ts'
import type { IdMaker } from '../../../src/lib/ids.ts'
import { newAuditHead } from '../../../src/store/audit/chain.ts'
import { inAuditedTransaction, type AuditedTx } from '../../../src/store/audit/trail.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import { openTestVault } from '../test-vault.ts'

/** The actor of changes, in tests for which the actor does not matter. */
export const testAuditedAct: AuditedAct = {
  actor: { type: 'system', id: 'test', name: 'Test' },
  requestId: null,
  operation: 'test',
}

/** Makes changes as the actor `testAuditedAct`. */
export const asTestActor = async <T>(
  database: Database,
  ids: IdMaker,
  work: (writing: AuditedTx) => Promise<T>,
): Promise<T> =>
  inAuditedTransaction(database, { ids, vault: await openTestVault(database), act: testAuditedAct }, work)

/** Creates the audit trail of an account, of which a test has only the id. */
export async function createAuditTrail(database: Database, accountId: string): Promise<void> {
  const head = newAuditHead(await openTestVault(database), accountId)
  await database.transaction((tx) =>
    tx
      .insertInto('audit_heads')
      .values(head)
      .onConflict((on) => on.doNothing())
      .execute(),
  )
}
