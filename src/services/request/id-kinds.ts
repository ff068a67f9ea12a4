import { ApiError, type ErrorCode } from '../../contract/errors.ts'
import type { IdPrefix } from '../../lib/ids.ts'

type NotFound = ErrorCode & `${string}_not_found`

interface Kind {
  readonly prefix: IdPrefix
  /** As a sentence names it: "an agent". */
  readonly noun: string
  /** The field or parameter that it is sent in. */
  readonly field: string
}

/** The kinds of things that a request names, by the error for one that is not there. */
const kinds: Record<NotFound, Kind> = {
  customer_not_found: { prefix: 'cust', noun: 'a customer', field: 'customerId' },
  agent_not_found: { prefix: 'agt', noun: 'an agent', field: 'agentId' },
  card_not_found: { prefix: 'card', noun: 'a card', field: 'cardId' },
  intent_not_found: { prefix: 'int', noun: 'an intent', field: 'intentId' },
  approval_not_found: { prefix: 'apr', noun: 'an approval', field: 'approvalId' },
  change_request_not_found: { prefix: 'chg', noun: 'a change request', field: 'changeRequestId' },
  access_event_not_found: { prefix: 'acc', noun: 'an access event', field: 'accessEventId' },
  filler_not_found: { prefix: 'fil', noun: 'a filler', field: 'fillerId' },
  transaction_not_found: { prefix: 'txn', noun: 'a transaction', field: 'transactionId' },
  webhook_not_found: { prefix: 'wh', noun: 'a webhook', field: 'webhookId' },
  delivery_not_found: { prefix: 'dlv', noun: 'a delivery', field: 'deliveryId' },
  event_not_found: { prefix: 'evt', noun: 'an event', field: 'eventId' },
  api_key_not_found: { prefix: 'key', noun: 'an API key', field: 'keyId' },
  person_not_found: { prefix: 'per', noun: 'a person', field: 'personId' },
  invitation_not_found: { prefix: 'inv', noun: 'an invitation', field: 'invitationId' },
  password_reset_not_found: { prefix: 'pwr', noun: 'a password reset', field: 'passwordResetId' },
  session_not_found: { prefix: 'ses', noun: 'a session', field: 'sessionId' },
  passkey_not_found: { prefix: 'pky', noun: 'a passkey', field: 'passkeyId' },
  approval_proof_not_found: { prefix: 'apr', noun: 'an approval', field: 'approvalId' },
  audit_entry_not_found: { prefix: 'aud', noun: 'an audit entry', field: 'auditId' },
}

/** What was sent in a field or a parameter of the path. */
export type Sent = (field: string) => unknown

/**
 * The error, with a hint where the id is plainly that of something else. Its text alone says so: whether it is anybody's id
 * is not told (contract, section 3).
 */
export function withKindOfId(error: ApiError, sent: Sent): ApiError {
  const kind = (kinds as Partial<Record<ErrorCode, Kind>>)[error.code]
  const id = kind && sent(kind.field)
  if (kind === undefined || typeof id !== 'string' || error.extras.hint !== undefined) return error
  const other = Object.values(kinds).find(({ prefix }) => id.startsWith(`${prefix}_`))
  if (other === undefined || other.prefix === kind.prefix) return error
  const hint = `That is ${other.noun}'s id. The id of ${kind.noun} begins with \`${kind.prefix}_\`.`
  return new ApiError(error.code, { ...error.extras, hint })
}
