import { ApiError, type ErrorCode } from '../../contract/errors.ts'
import type { IdPrefix } from '../../lib/ids.ts'
import type { Principal } from './context.ts'

type MissingCode = ErrorCode & `${string}_not_found`

interface Kind {
  readonly prefix: IdPrefix
  /** The kind of object with its article, for messages: "an agent". */
  readonly noun: string
  /** The name of the field or path parameter in which requests have the id of an object of the kind. */
  readonly field: string
}

/** The kinds of objects that a request can name, by the error code for an object that does not exist. */
const kinds: Record<MissingCode, Kind> = {
  customer_not_found: { prefix: 'cust', noun: 'a customer', field: 'customerId' },
  agent_not_found: { prefix: 'agt', noun: 'an agent', field: 'agentId' },
  card_not_found: { prefix: 'card', noun: 'a card', field: 'cardId' },
  intent_not_found: { prefix: 'int', noun: 'an intent', field: 'intentId' },
  approval_not_found: { prefix: 'apr', noun: 'an approval', field: 'approvalId' },
  change_request_not_found: { prefix: 'chg', noun: 'a change request', field: 'changeRequestId' },
  challenge_not_found: { prefix: 'chl', noun: 'a challenge', field: 'challengeId' },
  subscription_not_found: { prefix: 'sub', noun: 'a subscription', field: 'subscriptionId' },
  access_event_not_found: { prefix: 'acc', noun: 'an access event', field: 'accessEventId' },
  filler_not_found: { prefix: 'fil', noun: 'a filler', field: 'fillerId' },
  transaction_not_found: { prefix: 'txn', noun: 'a transaction', field: 'transactionId' },
  document_not_found: { prefix: 'doc', noun: 'a document', field: 'documentId' },
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

/** Reads the value of a field or a path parameter of the request. */
export type RequestFieldReader = (field: string) => unknown

/**
 * Adds a hint to a 404 where the id has the prefix of another kind of object. Only the text of the id is looked at, so the hint does not
 * reveal whether the id exists (contract, section 3).
 */
export function withIdKindHint(
  error: ApiError,
  sent: RequestFieldReader,
  caller: Pick<Principal, 'agentId'> | null,
): ApiError {
  const kind = (kinds as Partial<Record<ErrorCode, Kind>>)[error.code]
  const id = kind && sent(kind.field)
  if (kind === undefined || typeof id !== 'string' || error.extras.hint !== undefined) return error
  const form = formHint(id, kind)
  if (form !== null) return new ApiError(error.code, { ...error.extras, hint: form })
  const other = Object.values(kinds).find(({ prefix }) => id.startsWith(`${prefix}_`))
  if (other === undefined) return new ApiError(error.code, { ...error.extras, hint: noId(kind) })
  if (other.prefix === kind.prefix) {
    const hint = `Check the id. This API key is for one agent, and sees what is that agent's alone.`
    return (caller?.agentId ?? null) === null ? error : new ApiError(error.code, { ...error.extras, hint })
  }
  const hint = `That is ${other.noun}'s id. The id of ${kind.noun} begins with \`${kind.prefix}_\`.`
  return new ApiError(error.code, { ...error.extras, hint })
}

const noId = ({ prefix, noun }: Kind): string =>
  `The id of ${noun} begins with \`${prefix}_\`. A name is none: those of the files of \`purser apply\` are in \`metadata.applyName\`.`

/** Says why a text has not the form of an id, and what may have happened to it. Null: it has the form. */
function formHint(id: string, { prefix, noun }: Kind): string | null {
  const should = `The id of ${noun} begins with \`${prefix}_\`.`
  if (id === '-') return `The path has no id in this place: is the variable that it comes from empty? ${should}`
  if (/^(?:undefined|null|none|nan)$/i.test(id)) return `The variable that the id comes from has no value. ${should}`
  if (/^[{<:$[%]|[}>\]]$|\.\.\.$/.test(id)) return `That is a placeholder: put an id in its place. ${should}`
  if (/[A-Z]/.test(id) && id.toLowerCase().startsWith(`${prefix}_`))
    return 'Ids are in lower case: send it as Purser answered it.'
  if (/^[0-9a-hjkmnp-tv-z]{26}$/.test(id)) return `The beginning of the id is missing. ${should}`
  return null
}
