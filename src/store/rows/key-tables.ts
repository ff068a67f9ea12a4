export interface ApiKeyUseRow {
  key_id: string
  last_used_at: number
}

export interface ApiKeyRequestRow {
  key_id: string
  /** Whether the request failed: the status of its reply is 400 or above. */
  failed: boolean
  /** Purser's own id of the logged request. */
  id: string
  account_id: string
  /** The `requestId` of the reply. */
  request_id: string
  method: string
  path: string
  /** The operation that the request called. Null: the request reached no operation. */
  operation: string | null
  status: number
  error_code: string | null
  duration_ms: number
  /** How many requests of the API key right before this one its node did not keep in the log. */
  missed_before: number
  /** Whether the request came with an access token that acts as the API key. */
  by_token: boolean
}

/** The access tokens that act as an API key: those that the OAuth issuer made for the subject and gave to the client. */
export interface ApiKeyTokenBinding {
  readonly issuer: string
  readonly subject: string
  readonly clientId: string
}

/**
 * A secret of an API key, or the binding of access tokens to the key. The hash of a binding is the hash of the binding's name
 * (`apiKeyTokenBindingName`).
 */
export interface ApiKeySecretRow {
  secret_hash: Buffer
  key_id: string
  valid_until: number | null
  mac: Buffer
}
