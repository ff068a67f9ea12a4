import { ApiError, type ErrorCode, errorCatalogue } from '../contract/errors.ts'
import type { Operations } from '../contract/operations.ts'
import { PurserError } from './client.ts'
import { Refusal } from './refusal.ts'
import type { Next } from './tool.ts'
import type { UsedOperation } from './tools.ts'

/** What every operation can answer, and what becomes of the way to it. */
type Shared =
  | 'invalid_request'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'expired_api_key'
  | 'insufficient_permissions'
  | 'address_not_allowed'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'
  | Exclude<PurserError['code'], ErrorCode>
/** Every error that a tool can meet. */
type Reachable = Operations[UsedOperation]['errors'][number] | Shared

interface WayOut {
  readonly fixedBy: 'you' | 'time' | 'owner'
  readonly next: Next
}

const you = (say: string, tool?: string, args?: Next['args']): WayOut => ({
  fixedBy: 'you',
  next: { ...(tool === undefined ? {} : { tool }), ...(args === undefined ? {} : { args }), say },
})
const time = (say: string): WayOut => ({ fixedBy: 'time', next: { say } })
const owner = (say: string): WayOut => ({ fixedBy: 'owner', next: { say } })
const ask = (change: string, wanted: string, say: string): WayOut => ({
  fixedBy: 'owner',
  next: { tool: 'request_change', args: { change, wanted }, say },
})

const AGAIN_SHORTLY = time('Wait some seconds and make the same call again. After three times, tell your owner.')
const KEY = owner('Your API key is not good here. Tell your owner; trying again does not help.')
const NEW_KEY_NEVER = owner('Your key may not do that, and must not look for one that may. Tell your owner.')
const PERSON = owner('That is for a person who is signed in, with their passkey. Tell your owner.')
const UNKNOWN_CARD = you('There is no such card of yours: see those there are.', 'get_budget', {})
const UNKNOWN_INTENT = you('There is no such intent of yours: see those there are.', 'list_intents', {})

/** The way out of each error. One that a tool can meet and that has no row does not compile. */
const wayOut: Readonly<Record<Reachable, WayOut>> = {
  invalid_request: you('Correct the field named in `param` and call again.'),
  missing_api_key: KEY,
  invalid_api_key: KEY,
  expired_api_key: KEY,
  address_not_allowed: KEY,
  insufficient_permissions: NEW_KEY_NEVER,
  idempotency_in_progress: AGAIN_SHORTLY,
  idempotency_key_reused: AGAIN_SHORTLY,
  rate_limited: time(
    'Too many calls. Wait for `retryAfterSeconds`, and wait for people with get_intent instead of asking often.',
  ),
  internal_error: AGAIN_SHORTLY,
  unavailable: AGAIN_SHORTLY,
  connection_failed: AGAIN_SHORTLY,
  timed_out: AGAIN_SHORTLY,
  unexpected_reply: owner('Something else than Purser answers at its address. Tell your owner.'),
  customer_not_found: UNKNOWN_CARD,
  agent_not_found: KEY,
  api_key_not_found: KEY,
  filler_not_found: owner('What fills checkouts in here is registered no more. Tell your owner.'),
  card_not_found: UNKNOWN_CARD,
  intent_not_found: UNKNOWN_INTENT,
  change_request_not_found: you('There is no such request of yours: ask for the change again.'),
  transaction_not_found: you('There is no such charge of yours: see those there are.', 'list_transactions', {}),
  account_stopped: owner('Your owner has stopped all spending. Tell them, and stop.'),
  customer_not_active: owner('Your owner has paused all spending. Tell them, and stop.'),
  agent_not_active: ask(
    'agent.status',
    'active',
    'Your owner has paused you. Ask them whether you may go on, and stop.',
  ),
  agent_disabled: owner('Your owner has ended what you may do, for good. Stop.'),
  card_closed: owner('The card is closed for good. Tell your owner that you need another one.'),
  card_not_active: ask('status', 'active', 'The card is frozen. Only a person can unfreeze it: ask your owner.'),
  change_request_conflict: owner('So many requests of yours wait already. Tell your owner, and ask for nothing more.'),
  number_at_issuer: owner('Purser has no number of this card: its issuer has. Tell your owner.'),
  passkey_required: PERSON,
  passkey_refused: PERSON,
  intent_required: you('The purchase has to be declared first.', 'declare_intent'),
  origin_required: you(
    'Your owner bounds where the card may be entered. Declare the purchase with the origin of its checkout.',
    'declare_intent',
  ),
  origin_not_allowed: owner(
    'Your owner does not allow the card at that origin. Pay at one that get_budget names, or ask with request_change, change allow.origin.',
  ),
  approval_required: you('A person has to approve it first: wait with get_intent.', 'list_intents', {
    status: 'pending_approval',
  }),
  attestation_required: you('Declare what the card is for.', 'list_intents', { status: 'pending' }),
  credential_read_limit: time('The card was filled in too often in the last hour. Wait; do not ask again before.'),
  intent_conflict: you(
    'The reference is in use for another purchase, or too many intents wait. Use a new reference, or cancel what you do not need.',
    'list_intents',
    { status: 'pending' },
  ),
  too_many_waiting: you(
    'A person has to decide the intents that wait first. Cancel what you do not need, or tell your owner that they wait.',
    'list_intents',
    { status: 'pending_approval' },
  ),
  intent_not_pending: you('The intent is no longer open: see what became of it.', 'list_intents', {}),
}

/** What a model reads of an error: what went wrong, who can mend it, and what to do. */
export interface Complaint {
  readonly code: string
  readonly message: string
  readonly fixedBy: WayOut['fixedBy']
  readonly param?: string
  readonly retryAfterSeconds?: number
  readonly next: Next
}

/** A fault of Purser's own, and no answer of it. */
export const isUnforeseen = (error: unknown): error is Error =>
  error instanceof Error && ![Refusal, ApiError, PurserError].some((known) => error instanceof known)

/** Never the text of an unknown failure: it may say something of the database or the vault. */
export function complain(error: unknown): Complaint {
  if (error instanceof Refusal)
    return { code: error.code, message: error.message, fixedBy: error.fixedBy, next: error.next }
  if (error instanceof ApiError) {
    const { param, hint } = error.extras
    const way = wayOut.invalid_request
    const say = hint ?? way.next.say
    return { code: error.code, message: error.message, fixedBy: way.fixedBy, ...(param && { param }), next: { say } }
  }
  if (!(error instanceof PurserError))
    return { code: 'internal_error', message: errorCatalogue.internal_error.message, ...wayOut.internal_error }
  const { code, message, param, retryAfterSeconds } = error
  return {
    code,
    message,
    ...(param === undefined ? {} : { param }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...wayOf(error),
  }
}

function wayOf({ code, hint, retryable }: PurserError): WayOut {
  const way = (wayOut as Partial<Record<string, WayOut>>)[code]
  if (way === undefined) return retryable ? AGAIN_SHORTLY : owner('Tell your owner what happened.')
  // The hints of the API name fields of its own, which for these are the fields of the tools.
  if (code === 'invalid_request' && hint !== undefined) return you(`${way.next.say} ${hint}`)
  return way
}
