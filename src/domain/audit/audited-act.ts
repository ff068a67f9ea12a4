/**
 * The author of a change: an API key, an access token that acts as one, a person, a user of the shell on Purser's machine, or the service
 * itself.
 */
export interface Actor {
  readonly type: 'key' | 'token' | 'person' | 'shell' | 'system'
  readonly id: string
  readonly name: string
}

/** An act of an actor: one operation of the API or the command line, or one task of the service. */
export interface AuditedAct {
  readonly actor: Actor
  /** The id of the request that caused the act. Null: no HTTP request caused it. */
  readonly requestId: string | null
  readonly operation: string
}

export type ResourceType =
  | 'account'
  | 'customer'
  | 'agent'
  | 'card'
  | 'transaction'
  | 'intent'
  | 'change_request'
  | 'challenge'
  | 'subscription'
  | 'access_event'
  | 'filler'
  | 'api_key'
  | 'webhook'
  | 'person'
  | 'invitation'
  | 'notification_channel'

/** A change of one field of a resource. A null value means that the field is not set. */
export interface ResourceFieldChange {
  /**
   * The name of the changed field as in API answers. A field of a policy, of limits or of an approval follows a dot:
   * `policy.requireIntent`.
   */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** The changes that one act makes to one resource. */
export interface ResourceChangesOfAct {
  readonly accountId: string
  readonly resource: { readonly type: ResourceType; readonly id: string }
  /** The id of the customer to which the resource belongs, or of the customer itself. Null: the resource belongs to the account. */
  readonly customerId: string | null
  readonly changes: readonly ResourceFieldChange[]
}

/** The name of the operation that expires an intent. */
export const EXPIRE_INTENT_OPERATION = 'expireIntent'

/**
 * Makes an act whose actor is the service itself: a task of the service, or work that the service does before it knows who the caller is.
 */
export const auditedActOfSystem = (operation: string, requestId: string | null = null): AuditedAct => ({
  actor: { type: 'system', id: 'purser', name: 'Purser' },
  requestId,
  operation,
})
