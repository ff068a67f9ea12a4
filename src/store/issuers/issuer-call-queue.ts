import { sql, type Selectable } from 'kysely'
import { bucketOfText } from '../../lib/buckets.ts'
import type { BucketScope } from '../sharding/groups.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import type { LevelsWithRules } from '../../domain/decision/caps.ts'
import type { WorkLease } from '../../lib/traffic/leased-work.ts'
import { bucketOfScope, rowByIdSql, isInBucketScopeSql } from '../sharding/by-id.ts'
import { bucketOfRowsJoinedToIds, givenIdsQueryTable } from '../statements/given-rows.ts'
import { readCardById, saveCardNumber } from '../cards/cards.ts'
import { type UnansweredChallenge, unansweredChallengeSql } from './unanswered-challenge.ts'
import { createDueWorkQueue } from '../due/due-queue.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import type { Db, Tx } from '../connection/db.ts'
import { readRowsBySql } from '../connection/read-sql.ts'
import type { IssuerCall } from '../rows/issuer-tables.ts'
import type { IssuerHolderRow } from '../rows/issuer-tables.ts'

export interface DueIssuerCalls {
  readonly bucketScope: BucketScope
  readonly now: number
  readonly leaseMs: number
  readonly limit: number
  /** Only calls about cards of these issuers are leased. */
  readonly issuers: readonly string[]
}

/** Leases the calls to issuers that are due, each about one card, the longest overdue first. Times are Unix milliseconds. */
export async function leaseIssuerCalls(
  tx: Tx,
  { bucketScope, now, leaseMs, limit, issuers }: DueIssuerCalls,
): Promise<IssuerCall[]> {
  const { rows } = await sql<IssuerCall>`
    with due as (
      select bucket, card_id from issuer_calls
      where ${isInBucketScopeSql(bucketScope)} and next_at <= ${now} and (leased_until is null or leased_until <= ${now}) and issuer = any(${issuers})
      order by next_at limit ${limit} for update skip locked
    )
    update issuer_calls call set leased_until = ${now + leaseMs}, next_at = ${now + leaseMs} from due
    where call.bucket = ${bucketOfScope(bucketScope, 'due.bucket')} and call.card_id = due.card_id
    returning call.*`.execute(tx)
  return rows
}

export const dueIssuerCallQueue = createDueWorkQueue('issuer_calls', sql`next_at`)

/**
 * Records that issuers are about to be asked to make cards, and cardholders for the customers of these cards. `calls`: calls that this node
 * has leased. Calls about cards that exist at their issuer already are ignored. A request keeps the idempotency key of earlier attempts,
 * unless the first of them was made before `oldest` (Unix milliseconds): the issuer may have forgotten such a key. Nothing is recorded for
 * a closed card that no issuer was asked for yet. `stopped`: the accounts whose spending is stopped. If a card of such an account is
 * requested for the first time, the issuer is asked to make it frozen.
 */
export async function beginMakingCards(
  tx: Tx,
  calls: readonly IssuerCall[],
  { now, oldest, stopped }: { now: number; oldest: number; stopped: ReadonlySet<string> },
): Promise<void> {
  const making = calls.filter((call) => call.card_token === null)
  if (making.length === 0) return
  const renewed = sql`version = target.version + case when target.tried_at <= ${oldest} then 1 else 0 end,
    tried_at = case when target.tried_at > ${oldest} then target.tried_at else ${now} end`
  await sql`
    update issuer_calls target set ${renewed}, first_status = case
      when target.tried_at is null and target.version = 0 and target.first_status = 'active' and target.account_id = any(${[...stopped]})
      then 'frozen' else target.first_status end
    from ${givenIdsQueryTable(making.map((call) => call.card_id))}
    join cards on cards.bucket = given.bucket and cards.id = given.id
    where target.bucket = given.bucket and target.card_id = given.id
      and not (cards.status = 'closed' and target.tried_at is null)`.execute(tx)
  const customers = [...new Set(making.map((call) => call.customer_id))]
  await sql`
    with holders as (
      select target.bucket, target.customer_id, target.issuer
      from ${givenIdsQueryTable(customers)}
      join issuer_holders target on target.bucket = given.bucket and target.customer_id = given.id
      where target.holder_token is null order by target.customer_id, target.issuer for update of target
    )
    update issuer_holders target set ${renewed} from holders
    where target.bucket = ${bucketOfRowsJoinedToIds(customers, 'holders.bucket')} and target.customer_id = holders.customer_id and target.issuer = holders.issuer`.execute(
    tx,
  )
}

/**
 * A call to an issuer about one card, which this node has leased, and what the call is made from: the card's status, its limits and its
 * cardholder. `isAccountStopped`: all spending of the card's account is stopped.
 */
export interface IssuerCallState {
  readonly call: IssuerCall
  readonly status: CardWithAllFields['status']
  readonly currency: string
  readonly isAccountStopped: boolean
  readonly levels: LevelsWithRules
  /** The customer's cardholder at the issuer. Null: none is stored, as with an issuer that needs no cardholders. */
  readonly holder: Selectable<IssuerHolderRow> | null
  /** The challenge whose answer the issuer waits for. Null: the issuer waits for no answer. */
  readonly challenge: UnansweredChallenge | null
}

export async function readIssuerCallStates(
  db: Db,
  cardIds: readonly string[],
  { stopped, now }: { stopped: ReadonlySet<string>; now: number },
): Promise<IssuerCallState[]> {
  const rows = await readRowsBySql(
    db,
    sql<Omit<IssuerCallState, 'isAccountStopped'>>`
    select row_to_json(call) as call, cards.status, cards.currency, case when holder.customer_id is not null then row_to_json(holder) end as holder, json_build_object(
        'customer', json_build_object('policy', customers.policy, 'limits', customers.limits),
        'agent', case when agents.id is not null then json_build_object('policy', agents.policy, 'limits', agents.limits) end,
        'card', json_build_object('policy', cards.policy, 'limits', cards.limits)) as levels,
      ${unansweredChallengeSql(now)} as challenge
    from ${givenIdsQueryTable(cardIds)}
    join issuer_calls call on call.bucket = given.bucket and call.card_id = given.id
    join cards on cards.bucket = given.bucket and cards.id = given.id
    join customers on customers.bucket = call.bucket and customers.id = call.customer_id
    left join agents on agents.bucket = cards.bucket and agents.id = cards.agent_id
    left join issuer_holders holder on holder.bucket = call.bucket and holder.customer_id = call.customer_id
      and holder.issuer = call.issuer`,
  )
  return rows.map((row) => ({ ...row, isAccountStopped: stopped.has(row.call.account_id) }))
}

/**
 * A status or limits that an issuer is about to be asked for. Until the issuer has answered, nobody knows which status or limits the card
 * has at the issuer. `count` is the number of the request among those about the card.
 */
export interface IssuerRequest {
  readonly id: string
  readonly count: number
  readonly status?: CardWithAllFields['status']
  readonly limits?: string
}

export async function recordIssuerRequests(tx: Tx, requests: readonly IssuerRequest[]): Promise<void> {
  if (requests.length === 0) return
  const ids = requests.map(({ id }) => id)
  await sql`
    update issuer_calls call set asked_count = given.count,
      told_status = case when given.status is null then call.told_status end,
      asked_status = coalesce(given.status, call.asked_status),
      told_limits = case when given.limits is null then call.told_limits end,
      asked_limits = coalesce(given.limits, call.asked_limits)
    from ${givenIdsQueryTable(ids, {
      count: sql`${requests.map(({ count }) => count)}::integer[]`,
      status: sql`${requests.map(({ status = null }) => status)}::text[]`,
      limits: sql`${requests.map(({ limits = null }) => limits)}::text[]`,
    })}
    where call.bucket = given.bucket and call.card_id = given.id`.execute(tx)
}

/**
 * Gives back the leases of calls to issuers. `settled` true: the issuers have been sent everything about these cards. False: the calls are
 * due again at once, and any node can make them.
 */
export async function releaseIssuerCalls(tx: Tx, leases: readonly WorkLease[], settled: boolean): Promise<void> {
  const ids = leases.map(({ id }) => id)
  await sql`update issuer_calls call set leased_until = null, next_at = ${settled ? null : 0}::bigint
    from ${givenIdsQueryTable(ids, { lease: sql`${leases.map(({ lease }) => lease)}::bigint[]` })}
    where call.bucket = given.bucket and call.card_id = given.id and call.leased_until = given.lease`.execute(tx)
}

const DONE = sql`failed = false, attempt = 0, failing_since = null, last_error = null, next_at = 0,
  leased_until = null`

/** Ends a call that an issuer has answered, if this node's lease was not lost. The next call about the card is due at once. */
export async function endIssuerCall(tx: Tx, { id, lease }: WorkLease): Promise<void> {
  await sql`update issuer_calls set ${DONE} where ${rowByIdSql(id, 'card_id')} and leased_until = ${lease}`.execute(tx)
}

export async function recordCardholderToken(tx: Tx, { id, lease }: WorkLease, token: string): Promise<void> {
  await sql`
    with call as (
      update issuer_calls set ${DONE} where ${rowByIdSql(id, 'card_id')} and leased_until = ${lease}
      returning bucket, customer_id, issuer
    )
    update issuer_holders holder set holder_token = ${token} from call
    where holder.bucket = call.bucket and holder.customer_id = call.customer_id and holder.issuer = call.issuer`.execute(
    tx,
  )
}

/**
 * Records the status that a card has at its issuer: the status that Purser has asked for or, if the card already had another one, `actual`.
 */
export async function recordIssuerStatus(
  tx: Tx,
  { id, lease }: WorkLease,
  actual: CardWithAllFields['status'] | null = null,
): Promise<void> {
  await sql`update issuer_calls set told_status = coalesce(${actual}, asked_status), ${DONE}
    where ${rowByIdSql(id, 'card_id')} and leased_until = ${lease}`.execute(tx)
}

export async function recordIssuerLimits(tx: Tx, { id, lease }: WorkLease): Promise<void> {
  await sql`update issuer_calls set told_limits = asked_limits, ${DONE}
    where ${rowByIdSql(id, 'card_id')} and leased_until = ${lease}`.execute(tx)
}

export interface CardMadeByIssuer {
  readonly token: string
  readonly last4: string
  readonly expMonth: string
  readonly expYear: string
}

/**
 * Stores what the issuer has given a card that it has made: its token, the last four digits and the expiry. Does nothing if the lease was
 * lost.
 */
export async function recordCardMadeByIssuer(
  locked: LockedCustomers,
  { id, lease }: WorkLease,
  { made, now }: { made: CardMadeByIssuer; now: number },
): Promise<void> {
  const { rows } = await sql<{ issuer: string }>`
    update issuer_calls set card_token = ${made.token}, asked_status = first_status, told_status = first_status, ${DONE}
    where ${rowByIdSql(id, 'card_id')} and leased_until = ${lease} returning issuer`.execute(locked.tx)
  const [call] = rows
  if (call === undefined) return
  await saveCardNumber(locked, await readCardById(locked.tx, id), made)
  await sql`insert into issuer_cards (bucket, card_token, issuer, card_id, created_at)
    values (${bucketOfText(made.token)}, ${made.token}, ${call.issuer}, ${id}, ${now}) on conflict do nothing`.execute(
    locked.tx,
  )
}

export interface FailedIssuerCall extends WorkLease {
  readonly error: string
  readonly since: number
  /** When the failed call to the issuer is tried again, in Unix milliseconds. Null: the call is not tried again. */
  readonly nextAt: number | null
  /** The status that the card still has at the issuer, because the request was not sent. Null: `told_status` stays as it is. */
  readonly has: CardWithAllFields['status'] | null
}

/**
 * Records a failed call to an issuer. Resolves with false if the lease was lost. A change that was made during the call is still due at
 * once.
 */
export async function recordIssuerCallFailure(
  tx: Tx,
  { id, lease, error, since, nextAt, has }: FailedIssuerCall,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update issuer_calls set failed = ${nextAt === null}, attempt = attempt + 1, failing_since = ${since}, last_error = ${error},
      told_status = coalesce(${has}, told_status),
      next_at = case when next_at = 0 and (card_token is not null or ${nextAt}::bigint is not null) then 0 else ${nextAt}::bigint end,
      leased_until = null
    where ${rowByIdSql(id, 'card_id')} and leased_until = ${lease}`.execute(tx)
  return numAffectedRows > 0n
}

/**
 * Lets calls to an issuer that wait for their next attempt fall due now, the earliest first, up to `limit`. Resolves with whether there
 * were any such calls.
 */
export async function hurryIssuerCalls(
  tx: Tx,
  issuer: string,
  { bucketScope, now, limit }: { bucketScope: BucketScope; now: number; limit: number | null },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with waiting as (
      select bucket, card_id from issuer_calls
      where ${isInBucketScopeSql(bucketScope)} and next_at > ${now} and (leased_until is null or leased_until <= ${now}) and issuer = ${issuer}
      order by next_at limit ${limit}::bigint for update skip locked
    )
    update issuer_calls call set next_at = ${now} from waiting
    where call.bucket = ${bucketOfScope(bucketScope, 'waiting.bucket')} and call.card_id = waiting.card_id`.execute(tx)
  return numAffectedRows > 0n
}
