import { ApiError, type ApiErrorExtras, invalidRequestReasons } from './errors.ts'
import { signInRefusalReasons } from './sign-in-reasons.ts'

interface Row {
  /** A sentence for a person: the message of 503 `unavailable` for this reason. */
  readonly message: string
  /** The hint of 503 `unavailable` for this reason: what the caller can do next. */
  readonly hint: string
}

/**
 * The reasons of 503 `unavailable`, in `details.reason`. Only for the reason `fate_unknown` may the request have been carried out. The log
 * and the metric of refusals name these reasons as well.
 */
export const serviceUnavailableReasons = {
  queue_full: {
    message: 'Purser has more to do than it can answer in time.',
    hint: 'Nothing was stored. Try again after `Retry-After` seconds, and wait longer each time.',
  },
  customer_locked: {
    message: 'Another change keeps this customer locked.',
    hint: 'Nothing was stored. Try again after `Retry-After` seconds.',
  },
  database_unavailable: {
    message: 'The database of Purser cannot answer right now.',
    hint: 'Nothing was stored. Try again after `Retry-After` seconds.',
  },
  fate_unknown: {
    message: 'Purser does not know whether this request was stored.',
    hint: 'It may have been stored. Send it again with the same `Idempotency-Key` or `networkReference`, which store it only once, or first look for what it would have made.',
  },
  shards_moving: {
    message: 'Shards of the database moved while it was read.',
    hint: 'Nothing was stored. Try again when the move of shards has ended.',
  },
  issuer_unavailable: {
    message: 'The issuer of this card cannot answer right now.',
    hint: 'The request was not carried out. Try again after `Retry-After` seconds. A read of a card number counts nevertheless.',
  },
  provider_unavailable: {
    message: "The company's sign-in provider cannot answer right now.",
    hint: "Nobody was signed in. Try again after `Retry-After` seconds. Purser's log says what the provider answered.",
  },
  replies_unread: {
    message: 'Too many replies to this API key wait to be read.',
    hint: 'Nothing was stored. Read the earlier replies, or close their connections, and send the request again.',
  },
  database_read_only: {
    message: 'The database accepts no writes: it is a standby, or it is set to read-only.',
    hint: 'Nothing was stored. An operator has to connect this node to a database that accepts writes.',
  },
  not_migrated: {
    message: 'The database is not migrated, or was migrated by a version that this node cannot work with.',
    hint: 'Nothing was stored. An operator has to migrate the database, or start the version that it was migrated for.',
  },
  clock_difference: {
    message: 'The clocks of this machine and of the database differ by more than is allowed.',
    hint: 'Nothing was stored. An operator has to set the clock that is wrong; another node may answer meanwhile.',
  },
  draining: {
    message: 'This node is being stopped.',
    hint: 'Nothing was stored. Send the request to another node.',
  },
} as const satisfies Record<string, Row>

export type ServiceUnavailableReason = keyof typeof serviceUnavailableReasons

/**
 * Every `details.reason` of an error. `already_approved` and `already_revoked` belong to `intent_not_pending`, and the sign-in reasons to
 * `provider_sign_in_refused`.
 */
export const errorDetailsReasons: readonly string[] = [
  ...invalidRequestReasons,
  'already_approved',
  'already_revoked',
  ...signInRefusalReasons,
  ...Object.keys(serviceUnavailableReasons),
]

/**
 * The error 503 `unavailable` with the message and hint of its reason. `Retry-After` is one second unless another number of seconds is
 * given.
 */
export function serviceUnavailableError(
  reason: ServiceUnavailableReason,
  extras: Pick<ApiErrorExtras, 'message' | 'hint' | 'retryAfterSeconds'> = {},
): ApiError {
  return new ApiError('unavailable', {
    ...serviceUnavailableReasons[reason],
    retryAfterSeconds: 1,
    ...extras,
    details: { reason },
  })
}
