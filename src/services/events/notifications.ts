import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import type { MailNotifications, SlackNotifications, TestMessage } from '../../contract/resources/notifications.ts'
import { timeOfId } from '../../lib/ids.ts'
import { checkWebhookTarget } from '../../lib/network/webhook-target.ts'
import { findAccount, lockAccount } from '../../store/accounts/accounts.ts'
import {
  type NotificationChannelOwner,
  countNotificationChannels,
  findNotificationChannel,
  saveNotificationChannel,
} from '../../store/notifications/channels.ts'
import type { NotificationChannelRow } from '../../store/rows/notification-tables.ts'
import { signedInPerson } from '../people/signed-in.ts'
import type {
  Principal,
  ReadOperationContext,
  ReadOperationService,
  WebhookReceiverAnswer,
  WriteOperationContext,
  WriteOperationService,
} from '../request/context.ts'
import { multiTransactionOperationHandler, readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { refusedWebhookUrl } from './webhooks.ts'

/** The most channels for notifications that an account may have: every batch of decisions reads all of them, as it reads webhooks. */
const MAX_CHANNELS = 200

const ofPerson = (principal: Principal): NotificationChannelOwner => ({
  accountId: principal.accountId,
  personId: signedInPerson(principal).id,
})
const ofAccount = ({ accountId }: Principal): NotificationChannelOwner => ({ accountId, personId: null })

const mailView = (
  { principal, settings }: Pick<ReadOperationContext, 'principal' | 'settings'>,
  channel: NotificationChannelRow | undefined,
): MailNotifications => ({
  events: (channel?.events ?? []) as MailNotifications['events'],
  email: principal.person?.email ?? '',
  sendsMail: settings.sendsMail,
})

const getMailNotifications: ReadOperationService<'getMailNotifications'> = async (context) =>
  mailView(context, await findNotificationChannel(context.db, ofPerson(context.principal)))

const updateMailNotifications: WriteOperationService<'updateMailNotifications'> = async (context, { body }) => {
  const { tx, principal } = context
  const owner = ofPerson(principal)
  await lockAccount(tx, principal.accountId)
  return mailView(context, await choose(context, owner, { events: body.events }))
}

const testMailNotifications: ReadOperationService<'testMailNotifications'> = async ({
  db,
  principal,
  testMessages,
  gone,
}) => {
  const { email } = signedInPerson(principal)
  const { name: account } = await findAccount(db, principal.accountId)
  return testView(await testMessages.mail({ to: email, account, gone }))
}

const testView = ({ statusCode, error, snippet }: WebhookReceiverAnswer): TestMessage => ({
  succeeded: statusCode !== null && statusCode >= 200 && statusCode < 300,
  statusCode,
  failure: error,
  responseSnippet: snippet,
})

function slackView(context: Pick<ReadOperationContext, 'vault'>, channel: NotificationChannelRow | undefined) {
  const url = slackUrl(context, channel)
  const view: SlackNotifications = { events: (channel?.events ?? []) as SlackNotifications['events'] }
  return url === null ? view : { ...view, url: recognizable(url) }
}

/** The account's Slack URL in clear. Null: no URL is set. */
function slackUrl(
  { vault }: Pick<ReadOperationContext, 'vault'>,
  channel: NotificationChannelRow | undefined,
): string | null {
  const sealed = channel?.sealed_url ?? null
  return channel === undefined || sealed === null ? null : vault.unseal(sealingOf(channel), sealed).toString('utf8')
}

/** A Slack URL in a shortened form for people: enough to tell it from another URL, but not enough to post with. */
function recognizable(url: string): string {
  const { host, pathname, search } = new URL(url)
  const secret = pathname + search
  return `${host}/…${secret.length < 24 ? '' : secret.slice(-4)}`
}

const sealingOf = ({ account_id, id }: Pick<NotificationChannelRow, 'account_id' | 'id'>) => ({
  accountId: account_id,
  ownerId: id,
  field: 'slack_url',
})

const getSlackNotifications: ReadOperationService<'getSlackNotifications'> = async (context) =>
  slackView(context, await findNotificationChannel(context.db, ofAccount(context.principal)))

const updateSlackNotifications: WriteOperationService<'updateSlackNotifications'> = async (context, { body }) => {
  const { tx, principal } = context
  await lockAccount(tx, principal.accountId)
  return slackView(context, await choose(context, ofAccount(principal), body))
}

const testSlackNotifications: ReadOperationService<'testSlackNotifications'> = async (context) => {
  const { db, principal, testMessages, gone } = context
  const url = slackUrl(context, await findNotificationChannel(db, ofAccount(principal)))
  if (url === null) return testView({ statusCode: null, error: 'not_set_up', snippet: null })
  const { name: account } = await findAccount(db, principal.accountId)
  return testView(await testMessages.slack({ url, account, gone }))
}

interface Choice {
  readonly events?: readonly string[] | undefined
  /** The Slack URL to save. Null removes the stored URL; undefined keeps it. */
  readonly url?: string | null | undefined
}

/**
 * Saves the events that are notified and the Slack URL of a channel, as a person has chosen them for themselves or for the account. The
 * caller has locked the account, so of two requests at once the second sees what the first has saved.
 */
async function choose(context: WriteOperationContext, owner: NotificationChannelOwner, { events, url }: Choice) {
  const { tx, vault, ids, clock } = context
  const before = await findNotificationChannel(tx, owner)
  const channel = before ?? (await newChannel(context, owner))
  const sealed = typeof url === 'string' ? vault.seal(sealingOf(channel), Buffer.from(checkedUrl(context, url))) : url
  const after: NotificationChannelRow = {
    ...channel,
    events: events === undefined ? channel.events : [...new Set(events)],
    sealed_url: sealed === undefined ? channel.sealed_url : sealed,
    updated_at: clock.now(),
  }
  await saveNotificationChannel({ tx, ids, audit: context.audit }, before ?? null, after)
  return after
}

async function newChannel(
  { tx, ids }: WriteOperationContext,
  owner: NotificationChannelOwner,
): Promise<NotificationChannelRow> {
  if ((await countNotificationChannels(tx, owner.accountId)) >= MAX_CHANNELS) {
    throw new ApiError('invalid_request', {
      message: `${MAX_CHANNELS} people of this account have chosen what they are told: it cannot be more.`,
      hint: 'Let Slack be told, which everybody in a channel reads.',
      details: { reason: 'parameter_invalid', limit: MAX_CHANNELS },
    })
  }
  const id = ids('ntf')
  const at = timeOfId(id)
  return {
    id,
    account_id: owner.accountId,
    person_id: owner.personId,
    events: [],
    sealed_url: null,
    created_at: at,
    updated_at: at,
    newest_event_at: null,
  }
}

function checkedUrl({ settings }: WriteOperationContext, url: string): string {
  const target = checkWebhookTarget(url, settings.allowPrivateWebhooks)
  if ('refused' in target) throw refusedWebhookUrl(url, target.refused)
  if (target.url.pathname === '/')
    throw invalidRequestError('url', '`url` has no path: it is no incoming webhook of Slack.', 'parameter_invalid')
  return target.url.href
}

export const notificationHandlers = {
  getMailNotifications: readOperationHandler(getMailNotifications),
  updateMailNotifications: writeOperationHandler(updateMailNotifications),
  testMailNotifications: multiTransactionOperationHandler(testMailNotifications),
  getSlackNotifications: readOperationHandler(getSlackNotifications),
  updateSlackNotifications: writeOperationHandler(updateSlackNotifications),
  testSlackNotifications: multiTransactionOperationHandler(testSlackNotifications),
}
