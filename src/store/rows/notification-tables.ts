/** Whom to tell of events beside webhooks: a person by mail, or an account in Slack. */
export interface NotificationChannelRow {
  id: string
  account_id: string
  /** Null: the account's, in Slack. */
  person_id: string | null
  events: string[]
  /** Of Slack. */
  sealed_url: Buffer | null
  created_at: number
  updated_at: number
  /** Of the newest event of the account when the row was written; null: of an earlier version. */
  newest_event_at: number | null
}

export const letterKinds = ['invitation', 'password_reset', 'passkeys_changed'] as const
export type LetterKind = (typeof letterKinds)[number]

/** A mail with a link that lets somebody in, or one that tells them what was done in their name. */
export interface LetterRow {
  id: string
  account_id: string
  kind: LetterKind
  /** What the link opens, or whom it tells. */
  about_id: string
  email: string
  /** The end of the link, or what is told. */
  sealed_secret: Buffer
  expires_at: number
  created_at: number
}
