export interface ApiKeyUseRow {
  key_id: string
  last_used_at: number
}

export interface ApiKeyRequestRow {
  key_id: string
  /** Whether the status is 400 or above. */
  failed: boolean
  /** Purser's own id of the request. */
  id: string
  account_id: string
  /** The `requestId` of the reply. */
  request_id: string
  method: string
  path: string
  /** Null: the request reached no operation. */
  operation: string | null
  status: number
  error_code: string | null
  duration_ms: number
  /** How many requests of the key before this one its node did not keep. */
  missed_before: number
  /** Whether the request came with an access token that acts as the key. */
  by_token: boolean
}

/** The access tokens that act as an API key: those that the issuer made for the subject and gave to the client. */
export interface TokenBinding {
  readonly issuer: string
  readonly subject: string
  readonly clientId: string
}

/** A secret of an API key, or the binding of its access tokens, whose hash is the name of the binding (`tokenName`). */
export interface ApiKeySecretRow {
  secret_hash: Buffer
  key_id: string
  valid_until: number | null
  mac: Buffer
}
