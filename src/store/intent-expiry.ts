import type { Ids } from '../lib/ids.ts'
import type { Database, Db, Tx } from './database.ts'
import { afterDue, duePages, type Due } from './due-pages.ts'
import { intentEvent } from './intent-event.ts'
import type { Intent } from './intents.ts'
import { recordEvents } from './outbox.ts'
import { underLocks } from './under-locks.ts'

const BATCH = 500
const waiting = ['pending', 'pending_approval'] as const

export const isWaiting = ({ status }: Pick<Intent, 'status'>): boolean => waiting.some((word) => word === status)

/** Whether an intent's time is over although its row does not say so yet. The last millisecond is not in it. */
export const isOverdue = (intent: Pick<Intent, 'status' | 'expires_at'>, now: number): boolean =>
  isWaiting(intent) && intent.expires_at <= now

/** How many intents of a card wait for a person or for their transaction. */
export async function countWaiting(db: Db, cardId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('intents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('card_id', '=', cardId)
    .where('status', 'in', waiting)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export interface Expiry {
  readonly now: number
  readonly ids: Ids
  /** Only this account's: a caller's read ends nothing of others. */
  readonly accountId?: string
}

/**
 * Ends every intent whose time is over, with the approval that waits for it and one `intent.expired` each, in bounded
 * transactions. The sweeper and every read of a list call it; whoever is second finds nothing left. Answers how many.
 */
export async function expireOverdueIntents(database: Database, expiry: Expiry): Promise<number> {
  let ended = 0
  for await (const overdue of duePages<Overdue>((after) => selectOverdue(database.db, expiry, after))) {
    ended += await underLocks(database, {
      rows: overdue,
      customerOf: (intent) => intent.customerId,
      run: async (tx, intents) => {
        const ids = intents.map(({ id }) => id)
        return (await expireIntents(tx, ids, expiry)).length
      },
    })
  }
  return ended
}

/** Ends these intents, as far as they are overdue. The caller holds the locks of their customers. */
export async function expireIntents(tx: Tx, ids: readonly string[], { now, ids: newId }: Expiry): Promise<Intent[]> {
  const expired = await tx
    .updateTable('intents')
    .set({ status: 'expired' })
    .where('id', 'in', ids)
    .where('status', 'in', waiting)
    .where('expires_at', '<=', now)
    .returningAll()
    .execute()
  if (expired.length === 0) return []
  await tx
    .updateTable('approvals')
    .set({ status: 'expired' })
    .where(
      'intent_id',
      'in',
      expired.map((intent) => intent.id),
    )
    .where('status', '=', 'pending')
    .execute()
  await recordEvents(
    tx,
    newId,
    expired.map((intent) => intentEvent('intent.expired', intent, now)),
  )
  return expired
}

interface Overdue extends Due {
  readonly customerId: string
}

/** The longest overdue first, after the last one that was seen. */
const selectOverdue = (db: Db, { now, accountId }: Expiry, after: Overdue | null): Promise<Overdue[]> =>
  db
    .selectFrom('intents')
    .select(['id', 'customer_id as customerId', 'expires_at as expiresAt'])
    .where('status', 'in', waiting)
    .where('expires_at', '<=', now)
    .$if(accountId !== undefined, (intents) => intents.where('account_id', '=', accountId ?? ''))
    .where(afterDue(after))
    .orderBy('expires_at')
    .orderBy('id')
    .limit(BATCH)
    .execute()
