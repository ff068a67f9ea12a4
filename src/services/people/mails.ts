import type { MailKind } from '../../store/rows/notification-tables.ts'
import { insertMail } from '../../store/notifications/mails.ts'
import type { AuditedTx } from '../../store/audit/trail.ts'
import type { Vault } from '../../vault/vault.ts'

export interface NewQueuedMail {
  readonly accountId: string
  readonly kind: MailKind
  /** Id of the invitation or password reset that the link is for, or of the person who is notified. */
  readonly aboutId: string
  readonly email: string
  /** The secret at the end of the mail's link, or the content of the notification as JSON. */
  readonly secret: string
  /** When the mail's link expires, in Unix milliseconds. */
  readonly expiresAt: number
}

/** Queues a mail with secret content, to be sent after this transaction is committed. Until then the content is stored sealed. */
export async function queueMail(
  writing: AuditedTx,
  vault: Pick<Vault, 'seal'>,
  { accountId, kind, aboutId, email, secret, expiresAt }: NewQueuedMail,
): Promise<void> {
  const id = writing.ids('ltr')
  const sealed = vault.seal({ accountId, ownerId: id, field: 'letter_secret' }, Buffer.from(secret))
  const mail = { id, account_id: accountId, kind, about_id: aboutId, email }
  await insertMail(writing, { ...mail, sealed_secret: sealed, expires_at: expiresAt })
}
