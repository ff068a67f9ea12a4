import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import { cardIssuerFailedEvent } from '../../domain/events/events.ts'
import { IssuerRefusal, IssuerUnavailable, type IssuerApiCalls } from '../../issuers/issuer.ts'
import { assertPresent } from '../../lib/assert.ts'
import { type Clock, HOUR_MS, SECOND_MS } from '../../lib/clock.ts'
import type { BucketScope } from '../../store/sharding/groups.ts'
import {
  type BeginLeasedWorkAttempts,
  type WorkLease,
  type LeasableWorkItem,
  LeasedWork,
} from '../../lib/traffic/leased-work.ts'
import type { AuditAppendContext } from '../../store/audit/chain.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import { lockCustomerById } from '../../store/locks/customer-lock.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Tx } from '../../store/connection/db.ts'
import { DueBucketScopes } from '../../store/sharding/due-bucket-scopes.ts'
import {
  beginMakingCards,
  recordIssuerRequests,
  type IssuerCallState,
  dueIssuerCallQueue,
  type DueIssuerCalls,
  hurryIssuerCalls,
  leaseIssuerCalls,
  readIssuerCallStates,
  recordCardMadeByIssuer,
  recordIssuerCallFailure,
  recordCardholderToken,
  recordIssuerLimits,
  recordIssuerStatus,
  releaseIssuerCalls,
} from '../../store/issuers/issuer-call-queue.ts'
import { recordChallengeAnswered, recordRefusedChallengeAnswer } from '../../store/issuers/given-answers.ts'
import { readCardById } from '../../store/cards/cards.ts'
import {
  scheduleIssuerCallsOfNextPage,
  type IssuerStopPageOutcome,
  stoppedAccounts,
} from '../../store/issuers/issuer-stops.ts'
import { recordEvents } from '../../store/outbox/outbox.ts'
import { followIssuerCardStatusBeforeStop } from './follow-issuer.ts'
import {
  type IssuerCallResult,
  type FailedIssuerCallTry,
  makeIssuerCall,
  type NextIssuerCall,
  nextIssuerCall,
  issuerCallRetryAt,
} from './next-call.ts'

/**
 * For how many milliseconds a card is leased for one call to its issuer. This is longer than looking the card up, calling the issuer and
 * recording the answer can take together.
 */
const LEASE_MS = 30_000
const SLOTS = 8
/**
 * For how many milliseconds repeated calls to an issuer use the same idempotency key. Issuers forget a key after a day, so the next key is
 * used before that.
 */
const KEY_LIFE_MS = 23 * HOUR_MS
const MOST_OF_AN_ERROR = 500
/**
 * Milliseconds between two tries of an unavailable issuer. A try makes one of the waiting calls; the others follow once the issuer answers.
 */
const PROBE_MS = 30 * SECOND_MS

export interface IssuerCallsDeps extends AuditAppendContext {
  readonly database: Database
  readonly clock: Clock
  /** The bucket scopes in which this node looks for due calls to issuers. Absent: all bucket scopes. */
  readonly ownBucketScopes?: () => Promise<readonly BucketScope[]>
  /** The issuers that this node calls, by name. */
  readonly issuers: ReadonlyMap<string, IssuerApiCalls>
  /** True: issuers are sent each card's coarse limits, too, as a second line of defence. */
  readonly mirrors: boolean
  readonly wakeDispatcher: () => void
  readonly onError: (error: unknown) => void
}

interface Leased extends LeasableWorkItem {
  readonly state: IssuerCallState
  readonly next: NextIssuerCall
}

interface Outcome {
  readonly id: string
  readonly state: IssuerCallState
  readonly next: NextIssuerCall
  readonly answered: IssuerCallResult
}

/**
 * Makes the calls to issuers about cards: creates cards and sends their status and coarse limits. Every node has one such object: see
 * `LeasedWork`. A card is leased as a whole and each lease is one call, so that the calls about a card are made one after the other. A call
 * sends the card's state at the time of the call: of several changes that wait, only the newest is sent.
 */
export class IssuerCalls {
  readonly #deps: IssuerCallsDeps
  readonly #work: LeasedWork<Leased, Outcome>
  readonly #due: DueBucketScopes
  /** The issuers that did not answer lately, with the time of the next try in Unix milliseconds. At the start it has all issuers. */
  readonly #unavailable: Map<string, number>

  constructor(deps: IssuerCallsDeps) {
    this.#deps = deps
    const { database, clock, issuers } = deps
    this.#unavailable = new Map([...issuers.keys()].map((issuer) => [issuer, clock.now()]))
    const groups = () => database.groups()
    this.#due = new DueBucketScopes({
      groups,
      own: deps.ownBucketScopes,
      isDue: (bucketScope) => dueIssuerCallQueue.isDue(database.db, bucketScope, clock.now()),
      all: (known) => dueIssuerCallQueue.bucketScopesWithDue(database.db, known, clock.now()),
    })
    this.#work = new LeasedWork({
      slots: SLOTS,
      groups,
      claim: (slots, begin) => this.#claim(slots, begin),
      attempt: (leased, attempt) => this.#attempt(leased, attempt),
      record: (outcomes, given) => this.#record(outcomes, given),
      onError: deps.onError,
    })
  }

  start(): void {
    this.#work.start()
  }

  stop(): Promise<void> {
    return this.#work.stop(5000)
  }

  /** Makes every call to an issuer that is due, after the test clock was advanced. */
  runDue(): Promise<void> {
    return this.#due.whileDraining(async () => {
      while ((await this.#workOffStop()) === 'more');
      await this.#work.drainDue()
    })
  }

  /** When the next call to an issuer falls due after now, Unix milliseconds. Null: no call waits. Used by the test clock. */
  nextDueAt(): Promise<number | null> {
    return dueIssuerCallQueue.nextDueAt(this.#deps.database.db, this.#deps.clock.now())
  }

  async #claim(slots: number, begin: BeginLeasedWorkAttempts<Leased>): Promise<number> {
    const { database } = this.#deps
    await this.#workOffStop()
    await this.#probe()
    let count = 0
    for (const bucketScope of await this.#due.take()) {
      if (count >= slots) break
      const room = { bucketScope, limit: slots - count }
      const leased = await database.transaction((tx) => this.#lease(tx, room))
      await begin(leased.items)
      count += leased.count
    }
    return count
  }

  /**
   * After an account was stopped or resumed, lets issuers' calls about the next page of the account's cards fall due. Page by page, so that
   * calls of other accounts are made between two pages.
   */
  #workOffStop(): Promise<IssuerStopPageOutcome> {
    const { database, clock, issuers } = this.#deps
    return scheduleIssuerCallsOfNextPage(database, { now: clock.now(), issuers: [...issuers.keys()] })
  }

  /**
   * Lets one waiting call fall due for each unavailable issuer that is to be tried again now. The call shows whether the issuer answers
   * again.
   */
  async #probe(): Promise<void> {
    const now = this.#deps.clock.now()
    for (const [issuer, at] of this.#unavailable) {
      if (at > now) continue
      this.#unavailable.set(issuer, now + PROBE_MS)
      if (!(await this.#hurry(issuer, 1))) this.#unavailable.delete(issuer) // no call waits for this issuer
    }
  }

  /** Lets calls that wait for an issuer fall due now: all of them, or `limit`. Resolves with whether any call waited. */
  async #hurry(issuer: string, limit: number | null): Promise<boolean> {
    const { database, clock } = this.#deps
    let isAny = false
    for (const bucketScope of (await database.groups()).bucketScopes) {
      const hurried = await database.transaction((tx) =>
        hurryIssuerCalls(tx, issuer, { bucketScope, now: clock.now(), limit }),
      )
      isAny ||= hurried
      if (isAny && limit !== null) break
    }
    return isAny
  }

  async #lease(
    tx: Tx,
    room: Pick<DueIssuerCalls, 'bucketScope' | 'limit'>,
  ): Promise<{ count: number; items: Leased[] }> {
    const now = this.#deps.clock.now()
    const issuers = [...this.#deps.issuers.keys()]
    const leased = await leaseIssuerCalls(tx, { ...room, now, leaseMs: LEASE_MS, issuers })
    if (leased.length === 0) return { count: 0, items: [] }
    const stopped = await stoppedAccounts(tx)
    await beginMakingCards(tx, leased, { now, oldest: now - KEY_LIFE_MS, stopped })
    const cardIds = leased.map((call) => call.card_id)
    const states = await readIssuerCallStates(tx, cardIds, { stopped, now })
    const leases = states.map((state) => ({ id: state.call.card_id, leasedUntil: now + LEASE_MS, state }))
    const items = leases.flatMap((lease) => {
      const next = this.#next(lease.state)
      return next === null ? [] : [{ ...lease, next }]
    })
    const calls = items.flatMap(({ id, next }) => ('count' in next ? [{ id, ...next }] : []))
    await recordIssuerRequests(tx, calls)
    const settled = leases.filter(({ state }) => this.#next(state) === null)
    await releaseIssuerCalls(
      tx,
      settled.map(({ id, leasedUntil: lease }) => ({ id, lease })),
      true,
    )
    return { count: leased.length, items }
  }

  #next(state: IssuerCallState): NextIssuerCall | null {
    return nextIssuerCall(state, this.#deps.mirrors)
  }

  async #attempt({ id, state, next }: Leased, { signal }: AbortController): Promise<Outcome | null> {
    const interrupted = new Promise<null>((resolve) => {
      signal.addEventListener('abort', () => resolve(null), { once: true })
    })
    const issuer = assertPresent(this.#deps.issuers.get(state.call.issuer), 'cards of this issuer alone are leased')
    const first = await Promise.race([makeIssuerCall(issuer, next, state), interrupted])
    return first && { id, state, next, answered: first }
  }

  async #record(outcomes: readonly (Outcome & { lease: number })[], given: readonly WorkLease[]): Promise<void> {
    const { database, clock, wakeDispatcher } = this.#deps
    const probeAt = clock.now() + PROBE_MS
    for (const outcome of outcomes) {
      const { issuer } = outcome.state.call
      if (outcome.answered.kind === 'failed') {
        const isAway = outcome.answered.error instanceof IssuerUnavailable && !this.#unavailable.has(issuer)
        if (isAway) this.#unavailable.set(issuer, probeAt)
        await this.#recordFailure(outcome, outcome.answered)
        continue
      }
      await this.#recordSuccess(outcome, outcome.answered)
      if (!this.#unavailable.delete(issuer)) continue
      await this.#hurry(issuer, null)
    }
    if (given.length > 0) await database.transaction((tx) => releaseIssuerCalls(tx, given, false))
    wakeDispatcher()
  }

  async #recordSuccess(
    outcome: Outcome & { lease: number },
    answered: Exclude<IssuerCallResult, FailedIssuerCallTry>,
  ): Promise<void> {
    const { database, ids, vault, clock } = this.#deps
    if (answered.kind === 'holder')
      return database.transaction((tx) => recordCardholderToken(tx, outcome, answered.token))
    if (answered.kind === 'limits') return database.transaction((tx) => recordIssuerLimits(tx, outcome))
    if (answered.kind === 'status') return database.transaction((tx) => recordIssuerStatus(tx, outcome))
    if (answered.kind === 'answer') {
      const given = { challengeId: answered.challengeId, at: clock.now() }
      return database.transaction((tx) => recordChallengeAnswered(tx, outcome, given))
    }
    if (answered.kind === 'unchanged') return followIssuerCardStatusBeforeStop(this.#deps, outcome, answered.status)
    return inAuditedTransaction(database, { ids, vault, act: auditedActOfSystem('issueCard') }, async (writing) => {
      const locked = await lockCustomerById(writing, outcome.state.call.customer_id)
      await recordCardMadeByIssuer(locked, outcome, { made: answered.made, now: clock.now() })
    })
  }

  async #recordFailure(outcome: Outcome & { lease: number }, { error, isSent }: FailedIssuerCallTry): Promise<void> {
    const { id, lease, state, next } = outcome
    const { database, ids, clock } = this.#deps
    const now = clock.now()
    const since = state.call.failing_since ?? now
    const message = textOf(error)
    if (next.kind === 'answer' && error instanceof IssuerRefusal) {
      const refused = { challengeId: next.challenge.id, error: message }
      return database.transaction((tx) => recordRefusedChallengeAnswer(tx, outcome, refused))
    }
    const nextAt = issuerCallRetryAt(error, { attempt: next.kind === 'answer' ? 0 : state.call.attempt, since, now })
    const has = isSent ? null : state.call.told_status
    await database.transaction(async (tx) => {
      const isOurs = await recordIssuerCallFailure(tx, { id, lease, error: message, since, nextAt, has })
      if (!isOurs || nextAt !== null) return
      const card = await readCardById(tx, id)
      await recordEvents({ tx, ids }, [cardIssuerFailedEvent(card, { issuer: state.call.issuer, error: message }, now)])
    })
  }
}

/** The text of an issuer's error, bounded and without characters that JSON or PostgreSQL cannot store. */
const textOf = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replaceAll('\0', '')
    .toWellFormed()
    .slice(0, MOST_OF_AN_ERROR)
