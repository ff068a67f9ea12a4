import { limitWindows } from '../../contract/policy.ts'
import { type IssuerCoarseLimits, issuerCoarseLimits } from '../../domain/decision/coarse-limits.ts'
import { assertPresent } from '../../lib/assert.ts'
import { HOUR_MS } from '../../lib/clock.ts'
import {
  type IssuerCardStatus,
  type CardholderInput,
  type IssuedCard,
  IssuerRefusal,
  type IssuerApiCalls,
} from '../../issuers/issuer.ts'
import { issuerCallDelayMs } from '../../issuers/backoff.ts'
import type { UnansweredChallenge } from '../../store/issuers/unanswered-challenge.ts'
import type { IssuerCallState } from '../../store/issuers/issuer-call-queue.ts'
import { expectedIssuerStatus } from './expected-status.ts'

/**
 * The next call to an issuer about a card: first the cardholder is created, then the card, then a challenge is answered, because the issuer
 * waits for that, then status and limits are sent.
 */
export type NextIssuerCall =
  | { readonly kind: 'holder' }
  | { readonly kind: 'card' }
  | {
      readonly kind: 'status'
      readonly status: IssuerCardStatus
      readonly count: number
      /**
       * True: a stop of the account freezes the card. Its status at the issuer is read first, because somebody may have frozen it there
       * already.
       */
      readonly readsFirst?: true
    }
  | { readonly kind: 'limits'; readonly limits: string; readonly count: number }
  | { readonly kind: 'answer'; readonly challenge: UnansweredChallenge }

/** The next call to the issuer about a card. Null: the issuer has been sent everything. `mirrors`: coarse limits are sent, too. */
export function nextIssuerCall(state: IssuerCallState, mirrors: boolean): NextIssuerCall | null {
  const { call, levels, holder } = state
  const status = expectedIssuerStatus(state)
  if (call.card_token === null) {
    if (call.tried_at === null) return null // the card was closed before the issuer was asked to create it
    return { kind: holder !== null && holder.holder_token === null ? 'holder' : 'card' }
  }
  if (state.challenge !== null) return { kind: 'answer', challenge: state.challenge }
  if (call.told_status !== status) {
    const count = call.asked_count + (call.asked_status === status ? 0 : 1)
    const isByStop = status !== state.status
    return { kind: 'status', status, count, ...(isByStop && call.told_status === 'active' && { readsFirst: true }) }
  }
  if (!mirrors || status === 'closed') return null
  const limits = textOf(issuerCoarseLimits(levels))
  if (call.told_limits === limits) return null
  return { kind: 'limits', limits, count: call.asked_count + (call.asked_limits === limits ? 0 : 1) }
}

/** The text of coarse limits, by which they are compared: equal limits have equal texts. */
const textOf = (limits: IssuerCoarseLimits): string =>
  JSON.stringify(Object.fromEntries(limitWindows.map((window) => [window, limits[window]])))

/** The result of a call to an issuer. `unchanged`: the card was already frozen or closed at the issuer, so that nothing was sent. */
export type IssuerCallResult =
  | { readonly kind: 'holder'; readonly token: string }
  | { readonly kind: 'card'; readonly made: IssuedCard }
  | { readonly kind: 'status' }
  | { readonly kind: 'unchanged'; readonly status: 'frozen' | 'closed' }
  | FailedIssuerCallTry
  | { readonly kind: 'limits' }
  | { readonly kind: 'answer'; readonly challengeId: string }

export interface FailedIssuerCallTry {
  readonly kind: 'failed'
  readonly error: unknown
  /** Whether the failed call was sent to the issuer. False: reading the card before it failed, so that nothing was sent. */
  readonly isSent: boolean
}

const failed = (error: unknown, isSent: boolean): FailedIssuerCallTry => ({ kind: 'failed', error, isSent })

/** Makes a call to an issuer. Never rejects: a failure is a result. */
export const makeIssuerCall = (
  issuer: IssuerApiCalls,
  next: NextIssuerCall,
  state: IssuerCallState,
): Promise<IssuerCallResult> => makeCall(issuer, next, state).catch((error: unknown) => failed(error, true))

/**
 * Makes a call to an issuer. If an earlier call was made with another idempotency key, the cardholder or the card may exist already. The
 * issuer is then first asked whether it does.
 */
async function makeCall(
  issuer: IssuerApiCalls,
  next: NextIssuerCall,
  { call, currency, holder }: IssuerCallState,
): Promise<IssuerCallResult> {
  if (next.kind === 'holder') return { kind: 'holder', token: await makeHolder(issuer, holder) }
  if (next.kind === 'card') {
    const input = { cardId: call.card_id, currency, holder: holder?.holder_token ?? null, status: call.first_status }
    const existing = call.version === 0 ? null : await issuer.findCard(input)
    return { kind: 'card', made: existing ?? (await issuer.createCard(input, keyOf(call.card_id, call.version))) }
  }
  if (next.kind === 'answer') {
    const { id, reference, status } = next.challenge
    await issuer.answerChallenge?.(reference, status === 'approved' ? 'approve' : 'decline', `${id}-answer`)
    return { kind: 'answer', challengeId: id }
  }
  const token = call.card_token ?? ''
  if (next.kind === 'limits') {
    await issuer.setLimits(token, JSON.parse(next.limits) as IssuerCoarseLimits, `${call.card_id}-limits-${next.count}`)
  } else {
    const there = next.readsFirst === true ? await readStatus(issuer, token) : 'active'
    if (typeof there === 'object') return there
    if (there !== 'active') return { kind: 'unchanged', status: there }
    await issuer.setStatus(token, next.status, `${call.card_id}-${next.status}-${next.count}`)
  }
  return { kind: next.kind }
}

const readStatus = (issuer: IssuerApiCalls, token: string): Promise<IssuerCardStatus | FailedIssuerCallTry> =>
  issuer.readCard(token).then(
    ({ status }) => status,
    (error: unknown) => failed(error, false),
  )

async function makeHolder(issuer: IssuerApiCalls, holder: IssuerCallState['holder']): Promise<string> {
  const {
    customer_id: customerId,
    request,
    version,
    created_at: since,
  } = assertPresent(holder, 'the next call is for one')
  const input: CardholderInput = { customerId, ...request }
  const existing = version === 0 ? null : await issuer.findHolder?.(input, since)
  return (
    existing ?? assertPresent(await issuer.createHolder?.(input, keyOf(customerId, version)), 'its issuer wants one')
  )
}

const keyOf = (id: string, version: number): string => (version === 0 ? id : `${id}-${version}`)

const GIVEN_UP_AFTER_MS = 72 * HOUR_MS

/**
 * When a failed call to an issuer is repeated, Unix milliseconds; null: only on request. `attempt`: how many calls in a row failed before
 * this one. `since`: when the first of them failed, Unix milliseconds.
 */
export function issuerCallRetryAt(
  error: unknown,
  { attempt, since, now }: { attempt: number; since: number; now: number },
) {
  if (error instanceof IssuerRefusal || now - since >= GIVEN_UP_AFTER_MS) return null
  return now + issuerCallDelayMs(error, attempt)
}
