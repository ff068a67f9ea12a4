import { sql } from 'kysely'
import type { BucketGroups, BucketScope } from '../sharding/groups.ts'
import { isInBucketScopeSql } from '../sharding/by-id.ts'
import { givenIdsQueryTable } from '../statements/given-rows.ts'
import type { Database } from '../connection/database.ts'
import type { Db, Tx } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'

/** How many cards of a stopped or resumed account one page has. */
const PAGE = 500

/**
 * Reads the accounts of which all spending is stopped; mostly there are none. A caller that uses them for rows of other tables must have
 * locked those rows before, so that it does not miss a stop.
 */
export async function stoppedAccounts(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('accounts').select('id').where('stopped_at', 'is not', null).execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * Records, in the transaction that stops or resumes an account, that the calls to issuers about all of its cards are to fall due.
 * `scheduleIssuerCallsOfNextPage` later goes through the cards page by page. If it has not finished for an earlier stop, it begins anew at the
 * first card.
 */
export async function beginIssuerStop(tx: Tx, accountId: string): Promise<void> {
  await sql`insert into issuer_stop_progress (account_id, part, after_card) values (${accountId}, null, '')
    on conflict (account_id) do update set part = null, after_card = ''`.execute(tx)
}

interface Progress {
  readonly account_id: string
  readonly part: BucketScope
  readonly after_card: string
}

/**
 * Whether calls about further cards of stopped or resumed accounts have to fall due. `more`: there may be another page now. `later`:
 * another transaction has locked the next card. `none`: no stop has pages left.
 */
export type IssuerStopPageOutcome = 'more' | 'later' | 'none'

/**
 * Lets the calls about the next page of a stopped or resumed account's cards fall due, in one short transaction. The transaction does not
 * wait for a locked card: the page ends before that card, and the next page begins with it. `now`: when the calls fall due, in Unix
 * milliseconds. Calls for which somebody waits are due since 0, and so come first. `issuers`: the issuers that nodes call. Calls to other
 * issuers do not fall due, because no node would make them.
 */
export async function scheduleIssuerCallsOfNextPage(
  database: Database,
  { now, issuers }: { now: number; issuers: readonly string[] },
): Promise<IssuerStopPageOutcome> {
  if ((await nextStop(database.db)) === undefined) return 'none'
  const groups = await database.groups()
  return database.transaction(async (tx) => {
    const progress = await lockNextStop(tx)
    if (progress === undefined) return 'none'
    const { bucketScope, after } = positionIn(groups, progress)
    const { locked, isWhole, isLast } = await lockPage(tx, { accountId: progress.account_id, bucketScope, after })
    await markDue(tx, locked, { now, issuers })
    const reached = { bucketScope, after: locked.at(-1) ?? after }
    const next = isWhole && isLast ? bucketScopeAfter(groups, bucketScope) : reached
    if (next === null) {
      await sql`delete from issuer_stop_progress where account_id = ${progress.account_id}`.execute(tx)
      return 'more' // another account may have pages left
    }
    await sql`update issuer_stop_progress set part = ${next.bucketScope}::smallint, after_card = ${next.after}
      where account_id = ${progress.account_id}`.execute(tx)
    return isWhole ? 'more' : 'later'
  })
}

const NEXT_STOP = sql<Progress>`select account_id, part, after_card from issuer_stop_progress order by account_id limit 1`

async function nextStop(db: Db): Promise<Progress | undefined> {
  const [next] = await readRowsBySql(db, NEXT_STOP)
  return next
}

async function lockNextStop(tx: Tx): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`${NEXT_STOP} for update`.execute(tx)
  return rows[0]
}

interface StopPosition {
  readonly bucketScope: BucketScope
  readonly after: string
}

/**
 * Returns how far the stop or the resume of an account has come in the account's cards. If the tables were distributed or undistributed
 * meanwhile, it begins anew.
 */
function positionIn({ bucketScopes }: BucketGroups, { part: bucketScope, after_card: after }: Progress): StopPosition {
  const [first = null] = bucketScopes
  return bucketScopes.includes(bucketScope) ? { bucketScope, after } : { bucketScope: first, after: '' }
}

function bucketScopeAfter({ bucketScopes }: BucketGroups, bucketScope: BucketScope): StopPosition | null {
  const next = bucketScopes[bucketScopes.indexOf(bucketScope) + 1]
  return next === undefined ? null : { bucketScope: next, after: '' }
}

async function lockPage(
  tx: Tx,
  { accountId, bucketScope, after }: StopPosition & { accountId: string },
): Promise<{ locked: string[]; isWhole: boolean; isLast: boolean }> {
  const { rows: page } = await sql<{ card_id: string }>`
    select card_id from issuer_calls
    where ${isInBucketScopeSql(bucketScope)} and card_id > ${after} and account_id = ${accountId} order by card_id limit ${PAGE}`.execute(
    tx,
  )
  const { rows: free } = await sql<{ card_id: string }>`
    select card_id from issuer_calls
    where ${isInBucketScopeSql(bucketScope)} and card_id = any(${page.map(({ card_id: id }) => id)}) for update skip locked`.execute(
    tx,
  )
  const isFree = new Set(free.map(({ card_id: id }) => id))
  const firstTaken = page.findIndex(({ card_id: id }) => !isFree.has(id))
  const locked = (firstTaken === -1 ? page : page.slice(0, firstTaken)).map(({ card_id: id }) => id)
  return { locked, isWhole: firstTaken === -1, isLast: page.length < PAGE }
}

/**
 * Lets the calls about these cards fall due. If a node is calling an issuer about a card now, the call falls due again afterwards, whatever
 * the result of the present call is. No call falls due about a card that the issuer has refused to make, or that is closed at the issuer.
 */
async function markDue(
  tx: Tx,
  cardIds: readonly string[],
  { now, issuers }: { now: number; issuers: readonly string[] },
): Promise<void> {
  if (cardIds.length === 0) return
  await sql`
    update issuer_calls call set next_at = case when call.leased_until is null then least(call.next_at, ${now}) else 0 end
    from ${givenIdsQueryTable(cardIds)}
    where call.bucket = given.bucket and call.card_id = given.id and call.issuer = any(${issuers}) and not (call.failed and call.card_token is null)
      and call.told_status is distinct from 'closed'`.execute(tx)
}
