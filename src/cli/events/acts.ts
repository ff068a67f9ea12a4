import { OperatorError } from '../../app/operator-error.ts'
import type { EventType } from '../../contract/events.ts'
import { PurserError } from '../remote/client.ts'
import {
  TRIGGER_AMOUNT,
  makeTriggerPurchase,
  declareTriggerIntent,
  createTriggerCard,
  TRIGGER_SHOP,
  type EventTriggerContext,
} from './own-resources.ts'

/** The result of making an event happen: the id of the resource that the event is about, and when the event comes. */
export interface EventTriggerResult {
  readonly about: string
  /** The time at which the triggered event comes. Absent: it comes at once. */
  readonly comesAt?: string
}

type Act = (stage: EventTriggerContext) => Promise<EventTriggerResult>

const WRONG_CREDENTIALS = 5
/** The URL of the webhook that `purser trigger` makes. Its host is reserved for documentation, so nothing is ever sent there. */
const NOBODY = 'https://hooks.example.com/purser-trigger'
const NEEDS_APPROVAL = { requireIntent: true, requireApproval: true }

const withCard =
  (work: (stage: EventTriggerContext, cardId: string) => Promise<unknown>): Act =>
  async (stage) => {
    const { id } = await createTriggerCard(stage)
    await work(stage, id)
    return { about: id }
  }

const withPurchase =
  (work: (stage: EventTriggerContext, transactionId: string) => Promise<unknown>): Act =>
  async (stage) => {
    const { transactionId } = await makeTriggerPurchase(stage, await createTriggerCard(stage))
    await work(stage, transactionId)
    return { about: transactionId }
  }

const withIntent =
  (
    policy: typeof NEEDS_APPROVAL | undefined,
    work: (stage: EventTriggerContext, intentId: string) => Promise<unknown>,
  ): Act =>
  async (stage) => {
    const { id } = await declareTriggerIntent(stage, await createTriggerCard(stage, policy))
    await work(stage, id)
    return { about: id }
  }

const withChangeRequest =
  (work: (stage: EventTriggerContext, changeRequestId: string) => Promise<unknown>): Act =>
  async (stage) => {
    const { id } = await ask(stage)
    await work(stage, id)
    return { about: id }
  }

const withSubscription =
  (
    policy: typeof NEEDS_APPROVAL | undefined,
    work: (stage: EventTriggerContext, own: Subscribed) => Promise<unknown>,
  ): Act =>
  async (stage) => {
    const card = await createTriggerCard(stage, policy)
    const { id } = await subscribe(stage, card)
    await work(stage, { id, card })
    return { about: id }
  }

interface Subscribed {
  readonly id: string
  readonly card: { readonly id: string }
}

const subscribe = ({ purser }: EventTriggerContext, card: { id: string }, more: { until?: string } = {}) =>
  purser.subscriptions.create(card.id, {
    merchant: TRIGGER_SHOP.name,
    maxAmount: TRIGGER_AMOUNT,
    interval: 'month',
    purpose: 'Made by purser trigger',
    ...more,
  })

const ask = async (stage: EventTriggerContext, more: { ttlMinutes?: number } = {}) => {
  const { id: cardId } = await createTriggerCard(stage, { limits: { perAuth: TRIGGER_AMOUNT - 1 } })
  const wanted = { policy: { limits: { perAuth: TRIGGER_AMOUNT } } }
  return stage.purser.changeRequests.create({ cardId, wanted, why: 'Made by purser trigger', ...more })
}

/**
 * Stops the account and resumes it at once, because `purser trigger` runs on a real account. An account that somebody has stopped before
 * stays stopped.
 */
async function stopAndResume({ purser }: EventTriggerContext): Promise<EventTriggerResult> {
  const reason = 'Made by purser trigger'
  const { id, stopped } = await purser.account.stop({ reason })
  if (stopped?.reason !== reason) throw new OperatorError('The account is stopped: resume it first.')
  await purser.account.resume({ reason })
  return { about: id }
}

const questionOfIssuer: Act = () => {
  throw new OperatorError(
    'The events of challenges happen when an issuer asks whether a cardholder agrees to a purchase. They cannot be triggered.',
  )
}

/** The function for each event type that makes an event of this type happen. An event type without a function does not compile. */
export const eventTriggers: Readonly<Record<EventType, Act>> = {
  'transaction.created': withPurchase(async () => undefined),
  'transaction.settled': withPurchase(({ purser }, id) => purser.network.settle(id)),
  'transaction.declined': async (stage) => {
    const card = await createTriggerCard(stage, { limits: { perAuth: TRIGGER_AMOUNT - 1 } })
    return { about: (await makeTriggerPurchase(stage, card)).transactionId }
  },
  'transaction.reversed': withPurchase(({ purser }, id) => purser.network.reverse(id)),
  'transaction.refunded': withPurchase(async ({ purser }, transactionId) => {
    await purser.network.settle(transactionId)
    await purser.network.refund({ transactionId })
  }),
  'transaction.documented': withPurchase(({ purser }, id) =>
    purser.transactions.attachDocument(id, { name: 'trigger.pdf', content: btoa('%PDF-1.7 Made by purser trigger') }),
  ),
  'intent.created': withIntent(undefined, async () => undefined),
  'intent.corrected': async (stage) => {
    const card = await createTriggerCard(stage)
    await declareTriggerIntent(stage, card, { intentId: 'trigger' })
    const { id } = await declareTriggerIntent(stage, card, { intentId: 'trigger', ttlMinutes: 60 })
    return { about: id }
  },
  'intent.matched': async (stage) => {
    const card = await createTriggerCard(stage)
    const { id } = await declareTriggerIntent(stage, card)
    await makeTriggerPurchase(stage, card)
    return { about: id }
  },
  'intent.mismatched': async (stage) => {
    const card = await createTriggerCard(stage)
    const { id } = await declareTriggerIntent(stage, card)
    await makeTriggerPurchase(stage, card, TRIGGER_AMOUNT * 5)
    return { about: id }
  },
  'intent.expired': async (stage) => {
    const { id, expiresAt } = await declareTriggerIntent(stage, await createTriggerCard(stage), { ttlMinutes: 1 })
    return { about: id, comesAt: expiresAt }
  },
  'intent.pending_approval': withIntent(NEEDS_APPROVAL, async () => undefined),
  'intent.approved': withIntent(NEEDS_APPROVAL, ({ purser }, id) => purser.intents.approve(id)),
  'intent.rejected': withIntent(NEEDS_APPROVAL, ({ purser }, id) => purser.intents.reject(id)),
  'intent.canceled': withIntent(undefined, ({ purser }, id) => purser.intents.cancel(id)),
  'intent.reported': withIntent(undefined, ({ purser }, id) => purser.intents.report(id, { outcome: 'completed' })),
  'card.created': withCard(async () => undefined),
  'card.frozen': withCard(({ purser }, id) => purser.cards.freeze(id)),
  'card.unfrozen': withCard(async ({ purser }, id) => {
    await purser.cards.freeze(id)
    await purser.cards.unfreeze(id)
  }),
  'card.closed': withCard(({ purser }, id) => purser.cards.close(id)),
  'card.credentials_locked': withCard(async ({ purser }, cardId) => {
    const { pan, exp } = await purser.cards.details(cardId)
    const wrong = `${exp.startsWith('01') ? '02' : '01'}${exp.slice(2)}`
    for (let tries = 0; tries < WRONG_CREDENTIALS; tries += 1)
      await purser.network.authorize({ pan, exp: wrong, amount: TRIGGER_AMOUNT })
  }),
  'card.issuer_failed': () => {
    throw new OperatorError('card.issuer_failed happens when an issuer refuses a card. It cannot be triggered.')
  },
  'customer.updated': async ({ purser, customerId }) => {
    await purser.customers.update(customerId, { metadata: { triggeredAt: new Date().toISOString() } })
    return { about: customerId }
  },
  'agent.updated': async ({ purser, customerId }) => {
    const { id } = await purser.agents.create({ customerId, externalId: `purser-trigger-${Date.now()}` })
    await purser.agents.update(id, { name: 'Renamed by purser trigger' })
    return { about: id }
  },
  'policy.changed': withCard(({ purser }, id) => purser.cards.update(id, { policy: { requireIntent: true } })),
  'budget.threshold': async (stage) => {
    const card = await createTriggerCard(stage, { limits: { perDay: TRIGGER_AMOUNT } })
    return { about: (await makeTriggerPurchase(stage, card)).transactionId }
  },
  'change_request.created': withChangeRequest(async () => undefined),
  'change_request.approved': withChangeRequest(({ purser }, id) => purser.changeRequests.approve(id)),
  'change_request.rejected': withChangeRequest(({ purser }, id) => purser.changeRequests.reject(id)),
  'change_request.canceled': withChangeRequest(({ purser }, id) => purser.changeRequests.cancel(id)),
  'change_request.expired': async (stage) => {
    const { id, expiresAt } = await ask(stage, { ttlMinutes: 1 })
    return { about: id, comesAt: expiresAt }
  },
  'challenge.requested': questionOfIssuer,
  'challenge.approved': questionOfIssuer,
  'challenge.declined': questionOfIssuer,
  'challenge.expired': questionOfIssuer,
  'subscription.created': withSubscription(undefined, async () => undefined),
  'subscription.pending_approval': withSubscription(NEEDS_APPROVAL, async () => undefined),
  'subscription.approved': withSubscription(NEEDS_APPROVAL, ({ purser }, { id }) => purser.subscriptions.approve(id)),
  'subscription.rejected': withSubscription(NEEDS_APPROVAL, ({ purser }, { id }) => purser.subscriptions.reject(id)),
  'subscription.paused': withSubscription(undefined, ({ purser }, { id }) => purser.subscriptions.pause(id)),
  'subscription.resumed': withSubscription(undefined, async ({ purser }, { id }) => {
    await purser.subscriptions.pause(id)
    await purser.subscriptions.resume(id)
  }),
  'subscription.canceled': withSubscription(undefined, ({ purser }, { id }) => purser.subscriptions.cancel(id)),
  'subscription.expired': async (stage) => {
    const comesAt = new Date(Date.now() + 60_000).toISOString()
    const { id } = await subscribe(stage, await createTriggerCard(stage), { until: comesAt })
    return { about: id, comesAt }
  },
  'subscription.matched': withSubscription(undefined, (stage, { card }) => makeTriggerPurchase(stage, card)),
  'subscription.exceeded': withSubscription(undefined, (stage, { card }) =>
    makeTriggerPurchase(stage, card, TRIGGER_AMOUNT * 2),
  ),
  'access.granted': withCard(({ purser }, id) => purser.cards.details(id)),
  'access.denied': async (stage) => {
    const { id } = await createTriggerCard(stage, { requireIntent: true })
    await stage.purser.cards.details(id).catch((error: unknown) => {
      if (!(error instanceof PurserError) || error.code !== 'intent_required') throw error
    })
    return { about: id }
  },
  'person.passkeys_changed': () => {
    throw new OperatorError(
      'person.passkeys_changed happens when a person changes a passkey in a browser. It cannot be triggered.',
    )
  },
  'person.role_changed': () => {
    throw new OperatorError(
      'person.role_changed happens when a person joins or an owner changes a role. It cannot be triggered.',
    )
  },
  'account.stopped': stopAndResume,
  'account.resumed': stopAndResume,
  'audit.recorded': () => {
    throw new OperatorError(
      'audit.recorded is sent with every change, to webhooks that subscribe to it by name, and is not listed. It cannot be triggered by ' +
        'itself: purser trigger customer.updated makes one, too.',
    )
  },
  'webhook.disabled': async ({ purser }) => {
    const { id } = await purser.webhooks.create({ url: NOBODY, events: ['webhook.test'] })
    await purser.webhooks.update(id, { status: 'disabled' })
    await purser.webhooks.delete(id)
    return { about: id }
  },
  'webhook.test': async ({ purser, webhookId }) => {
    await purser.webhooks.test(webhookId)
    return { about: webhookId }
  },
}
