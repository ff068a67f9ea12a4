import { systemAct } from '../../domain/audit/record.ts'
import { MACS_FROM } from '../../lib/audit-check.ts'
import { timeOf } from '../../lib/ids.ts'
import { byId } from '../sharding/by-id.ts'
import type { Database } from '../connection/database.ts'
import type { Tx } from '../connection/db.ts'
import type { AuditHeadRow } from '../rows/audit-tables.ts'
import { type Appending, appending } from './chain.ts'
import { type FoundHead, follows, NotFollowing, signedPlace } from './following.ts'
import { findHead, keepSigned, lockHead, writeHead } from './heads.ts'
import { readIn, run } from '../connection/in-transaction.ts'

const act = systemAct('adoptAuditTrail')

/**
 * Takes over the chain of an account from before entries had MACs: an entry of its own says from which number on they have, and is signed
 * at once. What came before has to follow from the last signed head. Answers why it was left as it is: such a chain is never signed again.
 * One that was taken over stays as it is.
 */
export function adoptTrail(database: Database, by: Appending, accountId: string): Promise<NotFollowing | null> {
  return database.transaction(async (tx) => {
    const head = await lockHead(tx, accountId)
    if (head === undefined || head.macs_from !== null) return null
    if (head.mac !== '') return new NotFollowing('its head names no entry from which on there are MACs')
    const why = await notAdoptable(tx, by, head)
    if (why !== null) return why
    await adopt(tx, by, head)
    return null
  })
}

async function notAdoptable(tx: Tx, { vault }: Appending, head: FoundHead): Promise<NotFollowing | null> {
  if (head.is_overtaken) return new NotFollowing('there are entries behind its head')
  const read = readIn(tx)
  const from = await signedPlace(read, vault, await lastSigned(tx, head))
  if (from instanceof NotFollowing) return from
  return follows(read, vault, { accountId: head.account_id, from, to: head, haveMacs: false })
}

/** Heads of before do not say which of them was signed last. */
async function lastSigned(tx: Tx, { account_id }: AuditHeadRow) {
  const last = await tx
    .selectFrom('signed_heads')
    .select('sequence')
    .where(byId(account_id, 'account_id'))
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { account_id, signed_sequence: last?.sequence ?? 0 }
}

async function adopt(tx: Tx, by: Appending, head: AuditHeadRow): Promise<void> {
  const { account_id: accountId } = head
  const { signed_sequence } = await lastSigned(tx, head)
  const macsFrom = head.sequence + 1
  await writeHead(tx, by.vault, { ...head, macs_from: macsFrom, signed_sequence, sign_due_at: null })
  const record = {
    accountId,
    resource: { type: 'account' as const, id: accountId },
    customerId: null,
    changes: [{ path: MACS_FROM, before: null, after: macsFrom }],
    act,
  }
  for (const query of await appending(readIn(tx), by, { head: await findHead(tx, accountId), records: [record] }))
    await run(tx, query)
  const end = await findHead(tx, accountId)
  await keepSigned(tx, by.vault, { head: end, now: timeOf(end.entry_id) })
}
