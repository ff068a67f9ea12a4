import { conflictErrorRow, type ErrorCatalogueRow, unknownResourceErrorRow } from './error-rows.ts'
import { decisionErrors } from './decision-errors.ts'
import { accessTokenErrors } from './token-errors.ts'

/** Every error that Purser answers, by its code (contract, section 2, Errors). */
export const errorCatalogue = {
  invalid_request: {
    status: 400,
    message: 'The request is not valid.',
    hint: 'Correct the field named in `param`; `details.reason` names the cause.',
    retryable: false,
  },
  missing_api_key: {
    status: 401,
    message: 'No API key was given.',
    hint: 'Send the header `Authorization: Bearer <API key>`.',
    retryable: false,
  },
  invalid_api_key: {
    status: 401,
    message: 'The API key is not valid.',
    hint: 'Check that the whole secret is sent and that the key was not revoked.',
    retryable: false,
  },
  invalid_session: {
    status: 401,
    message: 'The session is over.',
    hint: 'Sign in again.',
    retryable: false,
  },
  sign_in_failed: {
    status: 401,
    message: 'No person with this email address has this password.',
    hint: 'Check both. After five failures, further attempts are slowed down.',
    retryable: false,
  },
  password_sign_in_off: {
    status: 403,
    message:
      "Signing in with a password, a passkey or a link is switched off: people sign in at the company's provider.",
    hint: 'Sign in at the provider. If it is down, `purser people invite` at the server makes a link that works.',
    retryable: false,
  },
  provider_required: {
    status: 403,
    message: "This person signs in at the company's provider, and has no password.",
    hint: 'Sign in at the provider. If the request needs a password, send a `confirmation` of `POST /self/provider` instead.',
    retryable: false,
  },
  provider_sign_in_refused: {
    status: 403,
    message: 'This sign-in was not begun in this browser, was completed already, or was begun too long ago.',
    hint: "Begin again, at Purser's public address.",
    retryable: false,
  },
  expired_api_key: {
    status: 401,
    message: 'The API key has expired.',
    hint: 'Use a newer key, or have an admin create one.',
    retryable: false,
  },
  ...accessTokenErrors,
  insufficient_permissions: {
    status: 403,
    message: 'This API key may not do that.',
    hint: 'Use a key with one of the roles in `details.roles`.',
    retryable: false,
  },
  address_not_allowed: {
    status: 403,
    message: 'This API key may not be used from the address that sent the request.',
    hint: 'Send the request from one of the `allowedAddresses` of the key, or have an admin create another key.',
    retryable: false,
  },
  origin_not_allowed: {
    status: 403,
    message: 'This is not allowed at this origin.',
    hint: 'With a session: send the request from the dashboard, or with an API key. For a card number: declare the purchase at an origin in `allowedOrigins` of the policy.',
    retryable: false,
  },
  person_required: {
    status: 403,
    message: 'This is for people who are signed in, and not for API keys.',
    hint: 'Sign in to the dashboard.',
    retryable: false,
  },
  owner_required: {
    status: 403,
    message: 'Only an owner may do that.',
    hint: 'Ask an owner of the account.',
    retryable: false,
  },
  passkey_required: {
    status: 403,
    message: 'A person has to confirm this with a passkey: the account does not allow it without one.',
    hint: 'Sign the challenge in `details.options`, and send the answer as `proof`. If there is none, get the challenge from `POST /intents/{intentId}/approval-options`, or for a card number from `POST /cards/{cardId}/details-options`. API keys cannot confirm.',
    retryable: false,
  },
  passkey_refused: {
    status: 403,
    message:
      'The passkey did not sign the challenge of this request, or the challenge is too old or was made for another host.',
    hint: 'Request a new challenge and try again: a challenge is valid once, for five minutes, and for one host.',
    retryable: false,
  },
  intent_required: {
    status: 403,
    message: 'The policy of this card requires a declared intent.',
    hint: 'Declare one with `POST /cards/{cardId}/intents` and send its id as `intentId`.',
    retryable: false,
  },
  origin_required: {
    status: 403,
    message: 'The policy of this card limits where its number may be entered, and no intent names an origin.',
    hint: 'Declare the purchase with the `expectedOrigin` of its checkout, and send the id of that intent as `intentId`.',
    retryable: false,
  },
  approval_required: {
    status: 403,
    message: 'The intent waits for a person to approve it.',
    hint: 'Try again when the event `intent.approved` has arrived.',
    retryable: true,
  },
  attestation_required: {
    status: 403,
    message: 'The policy of this card requires an attestation before its number is read.',
    hint: 'Call `POST /cards/{cardId}/access` first, or send `intentId` and `purpose` in this call.',
    retryable: false,
  },
  agent_not_active: {
    status: 403,
    message: 'The agent is paused, disabled or deleted.',
    hint: 'An admin can set the agent to `active`, unless it is disabled.',
    retryable: false,
  },
  self_approval: {
    status: 403,
    message: 'The policy asks for another approver than the one who declared the intent.',
    hint: 'Have another key approve it, or set `requireSeparateApprover` of the policy to false.',
    retryable: false,
  },
  account_stopped: {
    status: 403,
    message: 'All spending of the account is stopped, so card numbers are not shown.',
    hint: 'An admin resumes it: `POST /account/resume`, or `purser resume`.',
    retryable: false,
  },
  customer_not_active: {
    status: 403,
    message: 'The customer is suspended.',
    hint: 'An admin can set the customer to `active`.',
    retryable: false,
  },
  not_found: {
    status: 404,
    message: 'There is no such route.',
    hint: 'Check the path against the API reference at `/docs`.',
    retryable: false,
  },
  customer_not_found: unknownResourceErrorRow('customer'),
  agent_not_found: unknownResourceErrorRow('agent'),
  card_not_found: unknownResourceErrorRow('card'),
  intent_not_found: unknownResourceErrorRow('intent'),
  approval_not_found: unknownResourceErrorRow('approval'),
  change_request_not_found: unknownResourceErrorRow('change request'),
  challenge_not_found: unknownResourceErrorRow('challenge'),
  subscription_not_found: unknownResourceErrorRow('subscription'),
  access_event_not_found: unknownResourceErrorRow('access event'),
  filler_not_found: unknownResourceErrorRow('filler'),
  transaction_not_found: unknownResourceErrorRow('transaction'),
  document_not_found: unknownResourceErrorRow('document'),
  webhook_not_found: unknownResourceErrorRow('webhook'),
  delivery_not_found: unknownResourceErrorRow('delivery'),
  event_not_found: unknownResourceErrorRow('event'),
  api_key_not_found: unknownResourceErrorRow('API key'),
  audit_entry_not_found: unknownResourceErrorRow('audit entry'),
  person_not_found: unknownResourceErrorRow('person'),
  invitation_not_found: {
    status: 404,
    message: 'There is no such invitation, or it was used, was revoked or has expired.',
    hint: 'Have an admin invite you again.',
    retryable: false,
  },
  password_reset_not_found: {
    status: 404,
    message: 'There is no such link for a new password, or it was used or has expired.',
    hint: 'Ask for another one.',
    retryable: false,
  },
  session_not_found: unknownResourceErrorRow('session'),
  passkey_not_found: unknownResourceErrorRow('passkey'),
  approval_proof_not_found: {
    status: 404,
    message: 'There is no such approval, or it was decided without a passkey.',
    hint: 'The account asks for passkeys above `approvalPasskeyAbove`.',
    retryable: false,
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not take that method.',
    hint: 'The header `Allow` lists the methods it takes.',
    retryable: false,
  },
  card_closed: conflictErrorRow('The card is closed.', 'A closed card stays closed: create a new one.'),
  card_not_active: conflictErrorRow('The card is frozen.', 'Unfreeze the card first.'),
  number_at_issuer: conflictErrorRow(
    'Only the issuer has the number of this card: Purser does not have it.',
    'Have the issuer show it with `POST /cards/{cardId}/number-session`, or pay with a card that Purser issues.',
  ),
  intent_not_pending: conflictErrorRow(
    'The intent is no longer pending.',
    'Read the intent to see what became of it, or declare a new one.',
  ),
  intent_not_approved: conflictErrorRow(
    'Nobody has approved the intent, so there is no approval to revoke.',
    'Reject an intent that waits for a person, and cancel one that needed no approval.',
  ),
  intent_conflict: conflictErrorRow(
    'This card has another intent that conflicts with this one, or has as many intents as it may have.',
    'Choose another `intentId`, or cancel intents that are no longer needed: the message says which.',
  ),
  ...decisionErrors,
  agent_disabled: conflictErrorRow('The agent is disabled, which is final.', 'Register a new agent.'),
  person_exists: conflictErrorRow(
    'This account has a person with that email address.',
    'Change that person, or use another address.',
  ),
  passkey_exists: conflictErrorRow(
    'This passkey is registered already, or its person has twenty passkeys.',
    'Use the registered passkey, or delete one.',
  ),
  provider_not_set_up: conflictErrorRow(
    'No sign-in provider is set up here.',
    'An operator sets one up with `PURSER_OIDC_ISSUER`, and with more than one account names the account in `PURSER_OIDC_ACCOUNT`.',
  ),
  last_owner: conflictErrorRow('The account would have no owner any more.', 'Make somebody else an owner first.'),
  external_id_conflict: conflictErrorRow(
    'Another customer has an agent with that `externalId`.',
    'Choose another `externalId`.',
  ),
  transaction_not_open: conflictErrorRow(
    'The transaction does not allow this step.',
    'Read the transaction: `status` and the amounts say which steps are left.',
  ),
  reference_conflict: conflictErrorRow(
    'This `networkReference` belongs to an authorization of another amount, currency or card.',
    'Send the authorization with a reference of its own, or send the added amount as an increment of `details.transactionId`.',
  ),
  audit_not_signed: conflictErrorRow(
    'The end of the audit trail is not signed: not all entries after the last signed head come from this service.',
    'Have the operator of Purser run `purser verify`: it shows what was changed in the database.',
  ),
  no_shadow_policy: {
    status: 409,
    message: 'There is no shadow policy.',
    hint: 'Set `shadowPolicy` with a PATCH first.',
    retryable: false,
  },
  idempotency_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is still running.',
    hint: 'Send the same request again shortly.',
    retryable: true,
  },
  too_many_documents: {
    status: 409,
    message: 'The transaction has 10 documents, and cannot have more.',
    hint: 'An admin can delete one that is not needed.',
    retryable: false,
  },
  payload_too_large: {
    status: 413,
    message: 'The body is larger than 1 MiB, or the document in it larger than 5 MiB.',
    hint: 'Send a smaller body.',
    retryable: false,
  },
  unsupported_media_type: {
    status: 415,
    message: 'The body is not JSON.',
    hint: 'Send the header `Content-Type: application/json`.',
    retryable: false,
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another body.',
    hint: 'Use a new key for a new request.',
    retryable: false,
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests with this API key.',
    hint: 'Wait for the number of seconds in `Retry-After`.',
    retryable: true,
  },
  credential_read_limit: {
    status: 429,
    message: 'The number of this card was read too often in the last hour.',
    hint: 'Wait for the number of seconds in `Retry-After`.',
    retryable: true,
  },
  internal_error: {
    status: 500,
    message: 'Something went wrong in Purser.',
    hint: 'Try again. If the error stays, report it with the `requestId`.',
    retryable: true,
  },
  unavailable: {
    status: 503,
    message: 'Purser cannot answer right now.',
    hint: '`details.reason` says why, and whether the request may have been stored. Try again after `Retry-After` seconds, with the same `Idempotency-Key` or `networkReference`, so that nothing is done twice.',
    retryable: true,
  },
} as const satisfies Record<string, ErrorCatalogueRow>

export type ErrorCode = keyof typeof errorCatalogue

/** Every `details.reason` of `invalid_request`. */
export const invalidRequestReasons = [
  'parameter_missing',
  'parameter_invalid',
  'parameter_unknown',
  'card_number_in_text',
  'body_parse_error',
  'id_mismatch',
  'cursor_invalid',
] as const
export type InvalidRequestReason = (typeof invalidRequestReasons)[number]

export interface ApiErrorExtras {
  message?: string
  hint?: string
  /** The JSON path of the field that the error is about, for instance `policy.limits.perAuth`. */
  param?: string
  details?: Record<string, unknown>
  /** The seconds of the error's header `Retry-After`. */
  retryAfterSeconds?: number
  /** The value of the error's header `WWW-Authenticate`. */
  challenge?: string
}

/** An error of the catalogue, thrown where it occurs. Only `http/` turns it into a reply. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly extras: ApiErrorExtras

  constructor(code: ErrorCode, extras: ApiErrorExtras = {}) {
    super(extras.message ?? errorCatalogue[code].message)
    this.name = 'ApiError'
    this.code = code
    this.extras = extras
  }
}

/** The error of a request that is well-formed JSON with a wrong field. The message names the field and says what its value should be. */
export function invalidRequestError(
  param: string,
  message: string,
  reason: InvalidRequestReason = 'parameter_invalid',
  hint?: string,
): ApiError {
  return new ApiError('invalid_request', {
    param,
    message,
    details: { reason },
    ...(hint === undefined ? {} : { hint }),
  })
}

/** The body of every error reply. */
export interface ErrorReplyBody {
  error: {
    code: ErrorCode
    message: string
    param?: string
    hint?: string
    retryable: boolean
    details?: Record<string, unknown>
  }
  requestId: string
}
