import type { Transporter } from 'nodemailer'
import { abortAfter } from '../lib/traffic/result-in-time.ts'
import { deliverySendErrorOf } from '../webhooks/send-error.ts'
import type { DeliveryAnswer } from '../webhooks/send.ts'
import type { PlainMail } from './mail.ts'

/** Milliseconds for one mail, including the wait for a connection: well below the lease of a delivery. */
const DEADLINE_MS = 20_000
const CONNECTIONS = 4

export interface AddressedMail extends PlainMail {
  readonly to: string
  /** Id of the delivery, the same for every attempt, so that a receiver can recognize a mail that arrives twice. */
  readonly id: string
}

export interface Mailer {
  /**
   * Sends one mail. Never rejects. The `statusCode` of the answer is the mail server's SMTP code, where 2xx means, as in
   * HTTP, that the server accepted the mail.
   */
  send(mail: AddressedMail, attempt: AbortController): Promise<DeliveryAnswer>
  close(): void
}

export interface MailerOptions {
  /** The URL of the mail server: `smtp://` (with STARTTLS, except to this machine) or `smtps://`. */
  readonly url: string
  readonly from: string
  /** The host name in `Message-ID`, behind the `@`. */
  readonly host: string
  /** Called where the mail server refused a mail or could not be reached: the operator has to know. */
  readonly onError: (error: unknown) => void
}

/** Creates a mailer for SMTP. nodemailer is loaded with the first mail, so a node that sends none never loads it. */
export function createMailer({ url, from, host, onError }: MailerOptions): Mailer {
  let transport: Promise<Transporter> | null = null
  const open = () => (transport ??= connect(url))

  return {
    async send({ to, id, subject, text }, attempt) {
      try {
        const sending = {
          from: senderOf(from),
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${host}>`,
        }
        const { response } = await abortAfter(DEADLINE_MS, attempt, async () => {
          const sent: unknown = await (await open()).sendMail({ ...sending, ...SAFE, signal: attempt.signal })
          return sent as { response: string }
        })
        return { statusCode: codeOf(response) ?? 250, error: null, snippet: snippetOf(response) }
      } catch (error) {
        if (attempt.signal.aborted) return failure(attempt.signal.reason === 'interrupted' ? 'interrupted' : 'timeout')
        onError(withoutMail(error))
        const { responseCode, response } = error as { responseCode?: number; response?: string }
        if (responseCode === undefined) return failure(deliverySendErrorOf(error))
        return { statusCode: responseCode, error: null, snippet: response === undefined ? null : snippetOf(response) }
      }
    },
    close: () => void transport?.then((opened) => opened.close({ force: true })),
  }
}

/** Options of every mail. They forbid nodemailer to read a text of the mail as the name of a file or the URL of its content. */
const SAFE = {
  disableFileAccess: true,
  disableUrlAccess: true,
  headers: { 'Auto-Submitted': 'auto-generated' },
} as const

async function connect(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  const { hostname } = new URL(url)
  return createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    requireTLS: !LOCAL.test(hostname), // options in the URL take precedence
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const failure = (error: NonNullable<DeliveryAnswer['error']>): DeliveryAnswer => ({
  statusCode: null,
  error,
  snippet: null,
})

/**
 * The sender of mails by name and address. The mail library quotes a name that it gets by itself, but would take a whole line such as
 * `Acme: Orders <...>` for a group of addresses.
 */
function senderOf(line: string): { name: string; address: string } {
  const [, name = '', address = line] = /^(.*)<([^<>]+)>$/.exec(line) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

/** The beginning of a mail server's answer, which is plain text of several lines, in a form that the database can store. */
const snippetOf = (response: string): string => response.slice(0, 1024).toWellFormed().replaceAll('\0', '')

const codeOf = (response: string): number | undefined => {
  const code = /^[2-5]\d\d/.exec(response)
  return code === null ? undefined : Number(code[0])
}

/** An error of the mail server for the log, with the server's codes and without mail addresses. */
const withoutMail = (error: unknown): Error => {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  return new Error(
    `mail was not taken: ${[code, responseCode, command].filter((word) => word !== undefined).join(' ')}`,
  )
}
