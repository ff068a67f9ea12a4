import type { NotificationMessageKind } from '../../domain/events/message-hour.ts'

/** A channel for notifications of events, beside webhooks: mails to a person, or the account's channel in Slack. */
export interface NotificationChannelRow {
  id: string
  account_id: string
  /** The person who gets the mails. Null: the channel is the account's, in Slack. */
  person_id: string | null
  events: string[]
  /** The sealed URL of a channel in Slack. Null: the channel is a person's. */
  sealed_url: Buffer | null
  created_at: number
  updated_at: number
  /**
   * The time of the account's newest event when the channel's row was written, in Unix milliseconds. Null: an earlier version of the
   * service has written the row.
   */
  newest_event_at: number | null
}

/** The notifications about one agent or card to one receiver within an hour. */
export interface MessageHourRow {
  receiver_id: string
  subject_id: string
  kind: NotificationMessageKind
  started_at: number
  sent: number
  kept: readonly string[]
  counting_id: string | null
  counted_from: number | null
}

export const mailKinds = ['invitation', 'password_reset', 'passkeys_changed', 'owner_added'] as const
export type MailKind = (typeof mailKinds)[number]

/** A mail with a link that signs somebody in, or a mail about something that was done in a person's name. */
export interface MailRow {
  id: string
  account_id: string
  kind: MailKind
  /** The id of the invitation or password link that the mail opens, or of the person whom the mail is about. */
  about_id: string
  email: string
  /** The part of a mail that the vault seals: the last segment of the mail's link, or the text of a mail without one. */
  sealed_secret: Buffer
  expires_at: number
  created_at: number
}
