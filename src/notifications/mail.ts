import { timestamp } from '../lib/clock.ts'
import type { LetterKind } from '../store/notifications/notification-tables.ts'
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

const letters: Readonly<Record<LetterKind, (account: string) => LetterText>> = {
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

const paragraphs = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`
