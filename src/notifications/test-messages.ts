import { abortedAfter } from '../lib/traffic/in-time.ts'
import type { TestMessages } from '../services/request/context.ts'
import type { Answer, Sender } from '../webhooks/send.ts'
import { notificationMail } from './mail.ts'
import type { Mailer } from './mailer.ts'
import { type Message, oneLine } from './message.ts'
import { slackRequest } from './slack-message.ts'

/** Time for a test message, shorter than that of a delivery, because somebody waits at the page for the answer. */
const TIMEOUT_MS = 8000

export interface TestMessagesOptions {
  readonly publicUrl: string
  /** Null: this node sends no mail. */
  readonly mailer: Mailer | null
  readonly sender: Sender
  readonly version: string
  /** Id for `Message-ID`, so that each test is a mail of its own. */
  readonly newId: () => string
}

/**
 * Sends a test message in the form of all others, once and at once, and returns the receiver's answer to the caller.
 */
export function createTestMessages(options: TestMessagesOptions): TestMessages {
  const { publicUrl, mailer, sender, version, newId } = options
  return {
    mail: ({ to, account, gone }) =>
      within(gone, async (attempt) =>
        mailer === null
          ? { statusCode: null, error: 'not_set_up', snippet: null }
          : mailer.send({ ...notificationMail(messageFor(account), account, publicUrl), to, id: newId() }, attempt),
      ),
    slack: ({ url, account, gone }) =>
      within(gone, (attempt) => sender.send(slackRequest(url, messageFor(account), { publicUrl, version }), attempt)),
  }
}

const messageFor = (account: string): Message => ({
  title: 'A test message from Purser',
  lines: [`Notifications from ${oneLine(account)} will arrive here, as this message did.`],
  path: '/settings?tab=notifications',
})

async function within(gone: AbortSignal, send: (attempt: AbortController) => Promise<Answer>): Promise<Answer> {
  const attempt = new AbortController()
  const interrupt = () => attempt.abort('interrupted')
  gone.addEventListener('abort', interrupt, { once: true })
  try {
    return await abortedAfter(TIMEOUT_MS, attempt, () => send(attempt))
  } finally {
    gone.removeEventListener('abort', interrupt)
  }
}
