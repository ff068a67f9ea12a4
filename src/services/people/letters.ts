import type { MailKind } from '../../store/rows/notification-tables.ts'
import { insertMail } from '../../store/notifications/mails.ts'
import type { Writing } from '../../store/audit/trail.ts'
import type { Vault } from '../../vault/vault.ts'

export interface NewLetter {
  readonly accountId: string
  readonly kind: MailKind
  /** What the link opens, or whom it tells. */
  readonly aboutId: string
  readonly email: string
  /** The end of the link, or what is told. */
  readonly secret: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** Mails what is secret, once this transaction is committed. Until then it is kept sealed. */
export async function mailLetter(
  writing: Writing,
  vault: Pick<Vault, 'seal'>,
  { accountId, kind, aboutId, email, secret, expiresAt }: NewLetter,
): Promise<void> {
  const id = writing.ids('ltr')
  const sealed = vault.seal({ accountId, ownerId: id, field: 'letter_secret' }, Buffer.from(secret))
  const letter = { id, account_id: accountId, kind, about_id: aboutId, email }
  await insertMail(writing, { ...letter, sealed_secret: sealed, expires_at: expiresAt })
}
