import type { EventData } from '../contract/events.ts'
import { timestamp } from '../lib/clock.ts'
import type { LetterKind } from '../store/rows/notification-tables.ts'
import { type Message, minuteOf, oneLine } from './message.ts'

/** A mail as text: no program has to guess at it, and nothing in it is loaded. */
export interface Mail {
  readonly subject: string
  readonly text: string
}

export const notificationMail = ({ title, lines, path }: Message, account: string, publicUrl: string): Mail => ({
  subject: title,
  text: paragraphs([
    ...lines,
    `${publicUrl}${path}`,
    `--\n${oneLine(account)} tells you by Purser. Choose what you are told: ${publicUrl}/settings?tab=notifications`,
  ]),
})

export interface Letter {
  readonly purpose: LetterKind
  readonly account: string
  readonly secret: string
  /** Unix milliseconds. */
  readonly expiresAt: number
}

/** The link's secret stands behind `#`: no server on the way sees it. */
export function letterMail({ purpose, account, secret, expiresAt }: Letter, publicUrl: string): Mail {
  if (purpose === 'passkeys_changed') return passkeysMail(JSON.parse(secret) as PasskeysTold, account, publicUrl)
  const { subject, before, path, after } = letters[purpose](oneLine(account))
  const until = `The link works once, until ${minuteOf(timestamp(expiresAt))}.`
  return { subject, text: paragraphs([before, `${publicUrl}${path}#${secret}`, `${until} ${after}`]) }
}

interface LetterText {
  readonly subject: string
  readonly before: string
  readonly path: string
  readonly after: string
}

const letters: Readonly<Record<Exclude<LetterKind, 'passkeys_changed'>, (account: string) => LetterText>> = {
  invitation: (account) => ({
    subject: `You are invited to ${account} on Purser`,
    before: `You are invited to ${account} on Purser, where people decide what software agents may spend. Begin here:`,
    path: '/welcome',
    after: 'If you do not know what this is about, do nothing.',
  }),
  password_reset: (account) => ({
    subject: 'A new password for Purser',
    before: `Somebody has asked for a new password for your account at ${account} on Purser. Choose it here:`,
    path: '/reset',
    after: 'If it was not you, do nothing: your password stays as it is.',
  }),
}

/** What a person is told about their passkeys, whoever has changed them. */
interface PasskeysTold {
  readonly change: EventData<'person.passkeys_changed'>['change']
  /** As the person calls them. */
  readonly names: readonly string[]
  /** Unix milliseconds. */
  readonly at: number
}

const changes: Readonly<Record<PasskeysTold['change'], string>> = {
  created: 'A passkey was added',
  renamed: 'A passkey was renamed',
  confirmed: 'An owner has agreed to a passkey, which confirms from now on',
  deleted: 'A passkey was deleted',
}

function passkeysMail({ change, names, at }: PasskeysTold, account: string, publicUrl: string): Mail {
  const what = change === 'deleted' && names.length > 1 ? 'Passkeys were deleted' : changes[change]
  const named = names.map((name) => `“${oneLine(name)}”`).join(', ')
  return {
    subject: 'Your passkeys for Purser have changed',
    text: paragraphs([
      `${what} for your account at ${oneLine(account)} on Purser: ${named}, ${minuteOf(timestamp(at))}.`,
      `If it was not you, somebody has your session or your password. Set a new password at once, and tell an owner of the account:\n${publicUrl}/forgot`,
    ]),
  }
}

const paragraphs = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`
