import { headText, type SignedHead } from '../../lib/audit-chain.ts'
import { present } from '../../lib/assert.ts'
import { timestamp } from '../../lib/clock.ts'
import type { Part } from '../../lib/groups.ts'
import type { Vault } from '../../vault/vault.ts'
import { byId, inPart } from '../sharding/by-id.ts'
import type { Database } from '../connection/database.ts'
import type { Db, Tx } from '../connection/db.ts'
import type { AuditHeadRow, SignedHeadRow } from '../rows/audit-tables.ts'

/** Signs the ends of chains. */
export type Signer = Pick<Vault, 'signAudit'>

/** The end of an account's chain, which every account has. */
export const findHead = async (db: Db, accountId: string): Promise<AuditHeadRow> =>
  present(
    await db.selectFrom('audit_heads').selectAll().where(byId(accountId, 'account_id')).executeTakeFirst(),
    'an account has an audit trail',
  )

/** `now`: Unix milliseconds. */
export function signedHead(signer: Signer, head: AuditHeadRow, now: number): SignedHead {
  const { account_id: accountId, sequence, hash } = head
  const signed = { accountId, sequence, hash, at: timestamp(now) }
  return { ...signed, signature: signer.signAudit(headText(signed)).toString('base64') }
}

/** A signed head that is kept, as answers and exports show it. */
export const keptHead = (row: SignedHeadRow): SignedHead => ({
  accountId: row.account_id,
  sequence: row.sequence,
  hash: row.hash,
  at: timestamp(row.signed_at),
  signature: row.signature,
})

const BATCH = 100

/** Signs and keeps the ends of chains an hour after they have grown (contract, section 13). One that grows right now waits. */
export async function signHeads(database: Database, signer: Signer, now: number): Promise<void> {
  for (const part of (await database.groups()).parts) await signPart(database, signer, { part, now })
}

async function signPart(database: Database, signer: Signer, { part, now }: { part: Part; now: number }): Promise<void> {
  for (;;) {
    const signed = await database.transaction(async (tx) => {
      const due = await tx
        .selectFrom('audit_heads')
        .selectAll()
        .where(inPart(part))
        .where('sign_due_at', '<=', now)
        .orderBy('sign_due_at')
        .limit(BATCH)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const head of due) await keepSigned(tx, signer, { head, now })
      return due.length
    })
    if (signed < BATCH) return
  }
}

async function keepSigned(tx: Tx, signer: Signer, { head, now }: { head: AuditHeadRow; now: number }): Promise<void> {
  const { bucket, account_id, sequence, hash } = head
  const { signature } = signedHead(signer, head, now)
  await tx
    .insertInto('signed_heads')
    .values({ bucket, account_id, sequence, hash, signed_at: now, signature })
    .execute()
  await tx.updateTable('audit_heads').set({ sign_due_at: null }).where(byId(account_id, 'account_id')).execute()
}
