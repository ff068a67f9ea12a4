import { abortedAfter } from '../lib/traffic/in-time.ts'
import type { TestMessages } from '../services/request/context.ts'
import type { Answer, Sender } from '../webhooks/send.ts'
import { notificationMail } from './mail.ts'
import type { Mailer } from './mailer.ts'
import { type Message, oneLine } from './message.ts'
import { slackRequest } from './slack-message.ts'

/** Somebody looks at the page: less than a delivery has. */
const PATIENCE_MS = 8000

export interface TestMessagesOptions {
  readonly publicUrl: string
  /** Null: this node sends no mail. */
  readonly mailer: Mailer | null
  readonly sender: Sender
  readonly version: string
  /** Of `Message-ID`: each test is a mail of its own. */
  readonly newId: () => string
}

/** Sends a message about nothing, in the form of all others, once and at once: what the receiver answers is shown to whoever asked. */
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
  lines: [`What ${oneLine(account)} tells you will arrive here, as this did.`],
  path: '/settings?tab=notifications',
})

async function within(gone: AbortSignal, send: (attempt: AbortController) => Promise<Answer>): Promise<Answer> {
  const attempt = new AbortController()
  const interrupt = () => attempt.abort('interrupted')
  gone.addEventListener('abort', interrupt, { once: true })
  try {
    return await abortedAfter(PATIENCE_MS, attempt, () => send(attempt))
  } finally {
    gone.removeEventListener('abort', interrupt)
  }
}
