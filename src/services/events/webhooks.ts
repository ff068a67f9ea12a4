import { randomBytes } from 'node:crypto'
import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { MAX_WEBHOOK_URL_LENGTH, MAX_WEBHOOKS } from '../../contract/sheets/webhook-fields.ts'
import type { Webhook as WebhookAnswer } from '../../contract/resources/webhooks.ts'
import { webhookSheet } from '../../contract/sheets/webhook.ts'
import { resourceAnswerMaker } from '../../domain/changes/sheet-fields.ts'
import { DAY_MS } from '../../lib/clock.ts'
import { timeOfId } from '../../lib/ids.ts'
import { checkWebhookTarget } from '../../lib/network/webhook-target.ts'
import { lockAccount } from '../../store/accounts/accounts.ts'
import {
  cancelDeliveries,
  countWebhooks,
  deleteWebhook as deleteRow,
  findWebhook,
  insertWebhook,
  listWebhooks as listRows,
  lockWebhook,
  saveWebhook,
} from '../../store/webhooks/webhooks.ts'
import type { StoredWebhook } from '../../store/rows/webhook-tables.ts'
import { forgetWebhookFailures } from '../../store/webhooks/webhook-failures.ts'
import { webhookDisabledEvent } from '../../domain/events/events.ts'
import { recordEvents } from '../../store/outbox/outbox.ts'
import type {
  Principal,
  ReadOperationService,
  WriteOperationContext,
  WriteOperationService,
} from '../request/context.ts'
import { getDelivery, listDeliveries, replayDeliveries, retryDelivery, testWebhook } from './deliveries.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { newResourceSettings, patchedResourceSettings } from '../input/settings-input.ts'
import { paginate } from '../request/pagination.ts'
import { shownWebhookUrl } from './webhook-url.ts'

/** For how many milliseconds after a rotation the previous secret still signs beside the new one (contract, section 12). */
const ROTATION_OVERLAP_MS = DAY_MS

const created = newResourceSettings(webhookSheet)
const patched = patchedResourceSettings(webhookSheet)

const createWebhook: WriteOperationService<'createWebhook'> = async (context, { body }) => {
  const { ids, principal } = context
  const url = checkedUrl(context, body.url)
  await refuseWhenFull(context)
  const id = ids('wh')
  const now = timeOfId(id)
  const { secret, sealed } = newSecret(context, id)
  const webhook: StoredWebhook = {
    id,
    accountId: principal.accountId,
    ...created({ ...body, url }, { now }),
    sealedSecret: sealed,
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  }
  await insertWebhook(context, webhook)
  return { ...webhookView(principal, webhook), secret }
}

const listWebhooks: ReadOperationService<'listWebhooks'> = async (context, { query }) => {
  const { db, principal } = context
  return paginate(context, {
    name: 'listWebhooks',
    query,
    load: (page) => listRows(db, principal.accountId, page),
    view: (row) => webhookView(principal, row),
  })
}

const getWebhook: ReadOperationService<'getWebhook'> = async ({ db, principal }, { params }) =>
  webhookView(principal, objectOr404(await findWebhook(db, principal.accountId, params.webhookId), 'webhook_not_found'))

const updateWebhook: WriteOperationService<'updateWebhook'> = async (context, { params, body }) => {
  const { tx, clock, principal, database } = context
  const stored = objectOr404(await lockWebhook(tx, principal.accountId, params.webhookId), 'webhook_not_found')
  const now = clock.now()
  const url = body.url === undefined ? {} : { url: checkedUrl(context, body.url) }
  const webhook: StoredWebhook = {
    ...stored,
    ...patched(stored, { ...body, ...url }, { now }),
    updatedAt: now,
  }
  await saveWebhook(context, stored, webhook)
  if (webhook.status === 'disabled')
    await cancelDeliveries(tx, webhook.id, { ...(await database.groups()), at: webhook.updatedAt })
  if (webhook.status === 'active' && stored.status === 'disabled') await forgetWebhookFailures(tx, [webhook.id])
  if (webhook.status === 'disabled' && stored.status === 'active')
    await recordEvents(context, [webhookDisabledEvent(webhook, webhook.updatedAt)])
  return webhookView(principal, webhook)
}

const deleteWebhook: WriteOperationService<'deleteWebhook'> = async (context, { params }) => {
  const { tx, clock, principal, database } = context
  const webhook = objectOr404(await lockWebhook(tx, principal.accountId, params.webhookId), 'webhook_not_found')
  await cancelDeliveries(tx, webhook.id, { ...(await database.groups()), at: clock.now() })
  await forgetWebhookFailures(tx, [webhook.id])
  await deleteRow(context, webhook)
  return { id: webhook.id, deleted: true }
}

const rotateWebhookSecret: WriteOperationService<'rotateWebhookSecret'> = async (context, { params }) => {
  const { tx, clock, principal } = context
  const stored = objectOr404(await lockWebhook(tx, principal.accountId, params.webhookId), 'webhook_not_found')
  const { secret, sealed } = newSecret(context, stored.id)
  const now = clock.now()
  const webhook: StoredWebhook = {
    ...stored,
    sealedSecret: sealed,
    sealedPreviousSecret: stored.sealedSecret,
    previousSecretUntil: now + ROTATION_OVERLAP_MS,
    updatedAt: now,
  }
  await saveWebhook(context, stored, webhook)
  return { ...webhookView(principal, webhook), secret }
}

export const webhookHandlers = {
  createWebhook: writeOperationHandler<'createWebhook'>(createWebhook),
  listWebhooks: readOperationHandler<'listWebhooks'>(listWebhooks),
  getWebhook: readOperationHandler<'getWebhook'>(getWebhook),
  updateWebhook: writeOperationHandler<'updateWebhook'>(updateWebhook),
  deleteWebhook: writeOperationHandler<'deleteWebhook'>(deleteWebhook),
  rotateWebhookSecret: writeOperationHandler<'rotateWebhookSecret'>(rotateWebhookSecret),
  testWebhook: writeOperationHandler<'testWebhook'>(testWebhook),
  listDeliveries: readOperationHandler<'listDeliveries'>(listDeliveries),
  getDelivery: readOperationHandler<'getDelivery'>(getDelivery),
  retryDelivery: writeOperationHandler<'retryDelivery'>(retryDelivery),
  replayDeliveries: writeOperationHandler<'replayDeliveries'>(replayDeliveries),
}

/**
 * Checks the URL of a webhook and returns it in its parsed form, so that the text that was checked is also shown and called. Throws
 * `invalid_request`.
 */
function checkedUrl({ settings }: WriteOperationContext, url: string): string {
  const target = checkWebhookTarget(url, settings.allowPrivateWebhooks)
  if ('refused' in target) throw refusedWebhookUrl(url, target.refused)
  const { href } = target.url
  if (href.length <= MAX_WEBHOOK_URL_LENGTH) return href
  throw invalidRequestError(
    'url',
    `\`url\` has more than ${MAX_WEBHOOK_URL_LENGTH} characters, with those that a URL has to escape.`,
    'parameter_invalid',
    'Send a shorter one.',
  )
}

export function refusedWebhookUrl(url: string, why: string): ApiError {
  const wouldDo = 'url' in checkWebhookTarget(url, true)
  const hint = wouldDo
    ? `${PUBLIC_URL} In development, the setting \`PURSER_ALLOW_PRIVATE_WEBHOOKS=true\` allows \`http:\` and private addresses.`
    : PUBLIC_URL
  return invalidRequestError('url', `\`url\` ${why}.`, 'parameter_invalid', hint)
}

const PUBLIC_URL = 'Send a public address, such as `https://hooks.example.com/purser`.'

/**
 * Throws where the account has `MAX_WEBHOOKS` webhooks. It locks the account, so that two registrations at once cannot exceed this number.
 */
async function refuseWhenFull({ tx, principal }: WriteOperationContext): Promise<void> {
  await lockAccount(tx, principal.accountId)
  if ((await countWebhooks(tx, principal.accountId)) < MAX_WEBHOOKS) return
  throw new ApiError('invalid_request', {
    message: `This account has ${MAX_WEBHOOKS} webhooks: it cannot have more.`,
    hint: 'Delete one that is no longer needed. One webhook can take all events, and its receiver can pass them on.',
    details: { reason: 'parameter_invalid', limit: MAX_WEBHOOKS },
  })
}

function newSecret({ vault, principal }: WriteOperationContext, webhookId: string): { secret: string; sealed: Buffer } {
  const secret = `whsec_${randomBytes(32).toString('hex')}`
  const context = { accountId: principal.accountId, ownerId: webhookId, field: 'webhook_secret' }
  return { secret, sealed: vault.seal(context, Buffer.from(secret, 'utf8')) }
}

const answer = resourceAnswerMaker<typeof webhookSheet, [state: object]>(webhookSheet, {})

const webhookView = (principal: Principal, webhook: StoredWebhook): WebhookAnswer =>
  answer({ ...webhook, url: shownWebhookUrl(principal, webhook.url) })
