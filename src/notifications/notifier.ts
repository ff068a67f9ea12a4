import type { Vault } from '../vault/vault.ts'
import type { PeopleNotifier, DeliveryToPeople } from '../webhooks/attempt.ts'
import type { DeliveryAnswer } from '../webhooks/send.ts'
import { accountMail, type PlainMail, notificationMail } from './mail.ts'
import type { Mailer } from './mailer.ts'
import { notificationOfEvent } from './notification-text.ts'
import { slackRequest } from './slack-message.ts'

export interface NotifierOptions {
  readonly vault: Pick<Vault, 'unseal'>
  /** URL of the dashboard, without a slash at its end. */
  readonly publicUrl: string
  /** The mailer of this node. Null: this node sends no mail. */
  readonly mailer: Mailer | null
  readonly version: string
  readonly onError: (error: unknown) => void
}

/** Creates the notifier, which sends deliveries to people as mails or as messages in Slack. */
export function createNotifier({ vault, publicUrl, mailer, version, onError }: NotifierOptions): PeopleNotifier {
  const unsealed = ({ accountId, webhookId }: DeliveryToPeople, sealed: Buffer, field: string): string | null => {
    try {
      return vault.unseal({ accountId, ownerId: webhookId, field }, sealed).toString('utf8')
    } catch (error) {
      onError(error)
      return null
    }
  }

  /** Makes the mail of a delivery. Null: the delivery's sealed secret cannot be opened. */
  const mailOf = (delivery: DeliveryToPeople): PlainMail | null => {
    const { sending } = delivery
    if (sending.kind === 'mail') {
      return notificationMail(
        notificationOfEvent(sending.event, sending.names, sending.counts),
        sending.names.account,
        publicUrl,
      )
    }
    if (sending.kind !== 'letter') return null
    const secret = unsealed(delivery, sending.sealedSecret, 'letter_secret')
    return secret === null ? null : accountMail({ ...sending, secret }, publicUrl)
  }

  return {
    async send(delivery, sender, attempt) {
      const { sending } = delivery
      if (sending.kind === 'slack') {
        const url = unsealed(delivery, sending.sealedUrl, 'slack_url')
        if (url === null) return failure('secret_unreadable')
        const message = notificationOfEvent(sending.event, sending.names, sending.counts)
        return sender.send(slackRequest(url, message, { publicUrl, version }), attempt)
      }
      if (mailer === null) return failure('not_set_up')
      const mail = mailOf(delivery)
      if (mail === null) return failure('secret_unreadable')
      const answer = await mailer.send({ ...mail, to: sending.email, id: delivery.id }, attempt)
      // A mail server's answer may contain the receiver's address, so it is not stored.
      return { ...answer, snippet: null }
    },
    close: () => mailer?.close(),
  }
}

const failure = (error: NonNullable<DeliveryAnswer['error']>): DeliveryAnswer => ({
  statusCode: null,
  error,
  snippet: null,
})
