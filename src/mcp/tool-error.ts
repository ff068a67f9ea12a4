import { ApiError, type ErrorCode, errorCatalogue } from '../contract/errors.ts'
import type { Operations } from '../contract/operations.ts'
import { PurserError } from './client.ts'
import { toolInputOfApiField, apiTextInToolWords, type ToolWords } from './input/tool-words.ts'
import { nextStepAfterIntentConflict, intentConflictIn, intentConflictMessage } from './next/after-conflict.ts'
import { ToolRefusal } from './refusal.ts'
import type { AgentNextStep, ReportedCheckoutObstacle } from './tool.ts'
import type { OperationUsedByTools } from './tools.ts'

/** The error codes that every operation can answer, and the codes that the client gives a connection that fails. */
type Shared =
  | 'invalid_request'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'expired_api_key'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'token_not_bound'
  | 'insufficient_permissions'
  | 'address_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable'
  | Exclude<PurserError['code'], ErrorCode>
/** Every error code that the API can answer to a tool. */
type Reachable = Operations[OperationUsedByTools]['errors'][number] | Shared

interface WayOut {
  readonly fixedBy: 'you' | 'time' | 'owner'
  readonly next: AgentNextStep
}

const you = (say: string, tool?: string, args?: AgentNextStep['args']): WayOut => ({
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
const KEY = owner('Your API key does not work here. Tell your owner; trying again does not help.')
const TOKEN = owner('Your sign-in to Purser does not permit that. Tell your owner; trying again does not help.')
const NEW_KEY_NEVER = owner('Your key may not do that. Do not look for a key that may. Tell your owner.')
const PERSON = owner('Only a person who is signed in can do that, with their passkey. Tell your owner.')
const UNKNOWN_CARD = you('You have no such card: see which cards you have.', 'get_budget', {})
const UNKNOWN_INTENT = you('You have no such intent: see which intents you have.', 'list_intents', {})

/** An agent's remedy for each error, by its code. A code that a tool can meet and that has no row here does not compile. */
const wayOut: Readonly<Record<Reachable, WayOut>> = {
  payload_too_large: you('That is too large: send a smaller file, or tell your owner.'),
  unsupported_media_type: you('That is no receipt: send a PDF, a JPEG, PNG or WebP, or the mail as EML.'),
  too_many_documents: owner('This charge has all the documents that it can have. Nothing is left to do.'),
  invalid_request: you('Correct the field named in `param` and call again. After three times, tell your owner.'),
  missing_api_key: KEY,
  invalid_api_key: KEY,
  expired_api_key: KEY,
  invalid_token: TOKEN,
  insufficient_scope: TOKEN,
  token_not_bound: TOKEN,
  address_not_allowed: KEY,
  insufficient_permissions: NEW_KEY_NEVER,
  idempotency_in_progress: AGAIN_SHORTLY,
  idempotency_key_reused: AGAIN_SHORTLY,
  rate_limited: time(
    'Too many calls. Wait for `retryAfterSeconds`, and wait for people with get_intent instead of asking often. After three times, tell your owner.',
  ),
  internal_error: AGAIN_SHORTLY,
  unavailable: AGAIN_SHORTLY,
  connection_failed: AGAIN_SHORTLY,
  timed_out: AGAIN_SHORTLY,
  unexpected_reply: owner('Something other than Purser answers at its address. Tell your owner.'),
  customer_not_found: UNKNOWN_CARD,
  agent_not_found: KEY,
  api_key_not_found: KEY,
  filler_not_found: owner('The filler of this machine is not registered any more. Tell your owner.'),
  card_not_found: UNKNOWN_CARD,
  intent_not_found: UNKNOWN_INTENT,
  challenge_not_found: you(
    'There is no such question of the bank: see what became of the purchase.',
    'list_intents',
    {},
  ),
  subscription_not_found: you('You have no such subscription: list those that you have.', 'manage_subscription', {
    action: 'list',
  }),
  subscription_conflict: you(
    'The subscription has ended, or the card has too many: list them, and cancel what you do not need.',
    'manage_subscription',
    { action: 'list' },
  ),
  change_request_not_found: you('You have no such request: ask for the change again, once.'),
  transaction_not_found: you('You have no such charge: see which charges you have.', 'list_transactions', {}),
  account_stopped: owner('Your owner has stopped all spending. Tell them, and stop.'),
  customer_not_active: owner('Your owner has paused all spending. Tell them, and stop.'),
  agent_not_active: ask(
    'agent.status',
    'active',
    'Your owner has paused you. Ask them whether you may go on, and stop.',
  ),
  agent_disabled: owner('Your owner has disabled you for good. Stop.'),
  card_closed: owner('The card is closed for good. Tell your owner that you need another one.'),
  card_not_active: ask('status', 'active', 'The card is frozen. Only a person can unfreeze it: ask your owner.'),
  change_request_conflict: owner('Too many of your requests wait already. Tell your owner, and ask for nothing more.'),
  number_at_issuer: owner('Only the issuer has the number of this card, not Purser. Tell your owner.'),
  passkey_required: PERSON,
  passkey_refused: PERSON,
  intent_required: you('The purchase has to be declared first.', 'declare_intent'),
  origin_required: you(
    'Your owner limits where the card may be entered. Declare the purchase with the origin of its checkout.',
    'declare_intent',
  ),
  origin_not_allowed: owner(
    'Your owner does not allow the card at that origin. Pay at one that get_budget names, or ask with request_change, change allow.origin.',
  ),
  approval_required: you(
    'A person has to approve it first: wait with get_intent, which says when to stop.',
    'list_intents',
    {
      status: 'pending_approval',
    },
  ),
  attestation_required: you('Declare what the card is for.', 'list_intents', { status: 'pending' }),
  credential_read_limit: time(
    'The card was filled in too often in the last hour. Wait for `retryAfterSeconds`, then try once; if it is refused then, too, tell your owner.',
  ),
  intent_conflict: you(
    'The card has as many open intents as it may have. Cancel what you do not need.',
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

/** An error in the form that tools answer to a model: what went wrong, who can remedy it, and what to do next. */
export interface ToolError {
  readonly code: string
  readonly message: string
  readonly fixedBy: WayOut['fixedBy']
  readonly param?: string
  readonly retryAfterSeconds?: number
  readonly obstacle?: ReportedCheckoutObstacle
  /** The checkout's own error, a text of the shop. */
  readonly pageSays?: string
  readonly next: AgentNextStep
}

/** Whether an error is a fault of Purser's own code, rather than a refusal that Purser answers. */
export const isUnforeseenError = (error: unknown): error is Error =>
  error instanceof Error && ![ToolRefusal, ApiError, PurserError].some((known) => error instanceof known)

/**
 * Makes the error that an MCP tool answers, from anything that was thrown while it was called. The error names inputs as the tool does; without
 * `words` nothing is renamed. The text of an unforeseen error is left out, because it may reveal something of the database or the vault.
 */
export function toolError(error: unknown, words?: ToolWords): ToolError {
  if (error instanceof ToolRefusal) {
    const { code, message, fixedBy, checkout, next } = error
    return { code, message, fixedBy, ...checkout, next }
  }
  if (error instanceof ApiError) {
    const { param, hint } = error.extras
    const way = wayOut.invalid_request
    const say = hint ?? way.next.say
    return { code: error.code, message: error.message, fixedBy: way.fixedBy, ...(param && { param }), next: { say } }
  }
  if (!(error instanceof PurserError))
    return { code: 'internal_error', message: errorCatalogue.internal_error.message, ...wayOut.internal_error }
  const conflict = error.code === 'intent_conflict' ? intentConflictIn(error.details) : null
  if (conflict !== null) {
    const message = intentConflictMessage(conflict, words)
    return {
      code: error.code,
      message,
      fixedBy: 'you',
      param: 'reference',
      next: nextStepAfterIntentConflict(conflict),
    }
  }
  return ofApi(error, words)
}

function ofApi(
  { code, message, param: path, hint, retryable, retryAfterSeconds }: PurserError,
  words?: ToolWords,
): ToolError {
  const said = (text: string) => (words === undefined ? text : apiTextInToolWords(words, text))
  const param = path === undefined || words === undefined ? path : toolInputOfApiField(words, path)
  const fallback = param === undefined ? 'These arguments do not fit.' : `\`${param}\` does not fit.`
  return {
    code,
    message: said(message) || fallback,
    ...(param === undefined ? {} : { param }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...wayOf({ code, hint: hint === undefined ? '' : said(hint), retryable, retryAfterSeconds }),
  }
}

function wayOf({
  code,
  hint,
  retryable,
  retryAfterSeconds,
}: Pick<PurserError, 'code' | 'retryable' | 'retryAfterSeconds'> & { readonly hint: string }): WayOut {
  if (code === 'card_not_active' && retryAfterSeconds !== undefined) return AGAIN_SHORTLY // its issuer makes the card
  const way = (wayOut as Partial<Record<string, WayOut>>)[code]
  if (way === undefined) return retryable ? AGAIN_SHORTLY : owner('Tell your owner what happened.')
  // The API's hints are about API requests. Only those of `invalid_request` are about fields, which tools have as inputs.
  if (code === 'invalid_request' && hint !== '') return you(`${way.next.say} ${hint}`)
  return way
}
