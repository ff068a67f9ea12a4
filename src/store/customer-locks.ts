import type { Tx } from './database.ts'

/** Locks several customers until the transaction ends, in id order as everybody does: see `lockCustomer`. */
export async function lockCustomers(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
}
