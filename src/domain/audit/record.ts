/** Who changes something: an API key, a person, the shell, or the service itself. */
export interface Actor {
  readonly type: 'key' | 'person' | 'shell' | 'system'
  readonly id: string
  readonly name: string
}

/** What somebody does: one operation of the API or the shell, or one task of the service. */
export interface Act {
  readonly actor: Actor
  /** Null where no request asked for it. */
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
  | 'access_event'
  | 'filler'
  | 'api_key'
  | 'webhook'
  | 'person'
  | 'invitation'
  | 'notification_channel'

/** One field of a resource. Null: it is not set. */
export interface FieldChange {
  /** As in answers; a field of a policy, a limit or an approval with its name behind a dot: `policy.requireIntent`. */
  readonly path: string
  readonly before: unknown
  readonly after: unknown
}

/** What becomes of one resource by one act. */
export interface ResourceChange {
  readonly accountId: string
  readonly resource: { readonly type: ResourceType; readonly id: string }
  /** Whose it is, or the customer itself; null where it is the account's. */
  readonly customerId: string | null
  readonly changes: readonly FieldChange[]
}

/** The operation that ends an intent whose time is over. */
export const EXPIRE_INTENT = 'expireIntent'

/** A task of the service itself, or what it does before it knows who asks. */
export const systemAct = (operation: string, requestId: string | null = null): Act => ({
  actor: { type: 'system', id: 'purser', name: 'Purser' },
  requestId,
  operation,
})
