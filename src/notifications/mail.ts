import type { EventData } from '../contract/events.ts'
import { isoTimestamp } from '../lib/clock.ts'
import type { MailKind } from '../store/rows/notification-tables.ts'
import { type NotificationText, minuteText, oneLine } from './notification-text.ts'

/** A mail in plain text: mail programs need not guess its format, and load nothing for it. */
export interface PlainMail {
  readonly subject: string
  readonly text: string
}

export const notificationMail = (
  { title, lines, path }: NotificationText,
  account: string,
  publicUrl: string,
): PlainMail => ({
  subject: title,
  text: paragraphs([
    ...lines,
    `${publicUrl}${path}`,
    `--\n${oneLine(account)} sends you this through Purser. Choose your notifications: ${publicUrl}/settings?tab=notifications`,
  ]),
})

export interface AccountMail {
  readonly purpose: MailKind
  readonly account: string
  readonly secret: string
  /** When the mail's link expires, in Unix milliseconds. */
  readonly expiresAt: number
}

/**
 * A mail to a person about their own account. A link's secret is in the fragment, behind `#`, so that no server on the
 * way sees it.
 */
export function accountMail({ purpose, account, secret, expiresAt }: AccountMail, publicUrl: string): PlainMail {
  if (purpose === 'passkeys_changed') return passkeysMail(JSON.parse(secret) as PasskeysChange, account, publicUrl)
  if (purpose === 'owner_added') return ownerMail(JSON.parse(secret) as NewOwner, account, publicUrl)
  const { subject, before, path, after } = accountMailTexts[purpose](oneLine(account))
  const until = `The link works once, until ${minuteText(isoTimestamp(expiresAt))}.`
  return { subject, text: paragraphs([before, `${publicUrl}${path}#${secret}`, `${until} ${after}`]) }
}

interface AccountMailText {
  readonly subject: string
  readonly before: string
  readonly path: string
  readonly after: string
}

const accountMailTexts: Readonly<
  Record<Exclude<MailKind, 'passkeys_changed' | 'owner_added'>, (account: string) => AccountMailText>
> = {
  invitation: (account) => ({
    subject: `You are invited to ${account} on Purser`,
    before: `You are invited to ${account} on Purser, where people decide what software agents may spend. Begin here:`,
    path: '/welcome',
    after: 'If you did not expect this invitation, you can ignore it.',
  }),
  password_reset: (account) => ({
    subject: 'A new password for Purser',
    before: `Somebody requested a new password for your account at ${account} on Purser. Choose it here:`,
    path: '/reset',
    after: 'If it was not you, you can ignore this mail: your password does not change.',
  }),
}

/** A change of a person's passkeys, whoever made it. */
interface PasskeysChange {
  readonly change: EventData<'person.passkeys_changed'>['change']
  /** The names that the person gave the passkeys. */
  readonly names: readonly string[]
  /** When the passkeys were changed, in Unix milliseconds. */
  readonly at: number
}

const changes: Readonly<Record<PasskeysChange['change'], string>> = {
  created: 'A passkey was added',
  renamed: 'A passkey was renamed',
  confirmed: 'An owner has agreed to a passkey, which confirms from now on',
  deleted: 'A passkey was deleted',
}

function passkeysMail({ change, names, at }: PasskeysChange, account: string, publicUrl: string): PlainMail {
  const what = change === 'deleted' && names.length > 1 ? 'Passkeys were deleted' : changes[change]
  const named = names.map((name) => `“${oneLine(name)}”`).join(', ')
  return {
    subject: 'Your passkeys for Purser have changed',
    text: paragraphs([
      `${what} for your account at ${oneLine(account)} on Purser: ${named}, ${minuteText(isoTimestamp(at))}.`,
      `If it was not you, somebody has your session or your password. Set a new password at once, and tell an owner of the account:\n${publicUrl}/forgot`,
    ]),
  }
}

/** A new owner of the account, about whom a mail tells another owner. */
interface NewOwner {
  readonly name: string
  readonly email: string
  /** When the person became an owner, in Unix milliseconds. */
  readonly at: number
}

const ownerMail = ({ name, email, at }: NewOwner, account: string, publicUrl: string): PlainMail => ({
  subject: `${oneLine(account)} has another owner on Purser`,
  text: paragraphs([
    `${oneLine(name)} (${oneLine(email)}) is an owner of ${oneLine(account)} on Purser since ${minuteText(isoTimestamp(at))}.`,
    `An owner may do everything. If you did not expect this, disable the person at once, and look in Changes who created the link:\n${publicUrl}/settings?tab=people`,
  ]),
})

const paragraphs = (texts: readonly string[]): string => `${texts.join('\n\n')}\n`
