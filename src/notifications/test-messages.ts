import { abortAfter } from '../lib/traffic/result-in-time.ts'
import type { TestMessages } from '../services/request/context.ts'
import type { DeliveryAnswer, WebhookRequestSender } from '../webhooks/send.ts'
import { notificationMail } from './mail.ts'
import type { Mailer } from './mailer.ts'
import { type NotificationText, oneLine } from './notification-text.ts'
import { slackRequest } from './slack-message.ts'

/** How many milliseconds sending a test message may take: fewer than a delivery has, because a person waits for the answer. */
const TIMEOUT_MS = 8000

export interface TestMessagesOptions {
  readonly publicUrl: string
  /** The mailer of this node. Null: this node sends no mail. */
  readonly mailer: Mailer | null
  readonly sender: WebhookRequestSender
  readonly version: string
  /** Id for `Message-ID`, so that each test is a mail of its own. */
  readonly newId: () => string
}

/**
 * Sends test messages, which have the form of real notifications. Each is tried once and at once, and the caller gets
 * the receiver's answer.
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

const messageFor = (account: string): NotificationText => ({
  title: 'A test message from Purser',
  lines: [`Notifications from ${oneLine(account)} will arrive here, as this message did.`],
  path: '/settings?tab=notifications',
})

async function within(
  gone: AbortSignal,
  send: (attempt: AbortController) => Promise<DeliveryAnswer>,
): Promise<DeliveryAnswer> {
  const attempt = new AbortController()
  const interrupt = () => attempt.abort('interrupted')
  gone.addEventListener('abort', interrupt, { once: true })
  try {
    return await abortAfter(TIMEOUT_MS, attempt, () => send(attempt))
  } finally {
    gone.removeEventListener('abort', interrupt)
  }
}
