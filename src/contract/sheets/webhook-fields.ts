import { Type } from 'typebox'
import { eventTypes } from '../events.ts'

export const WebhookStatus = Type.Enum(['active', 'disabled'])
/**
 * How many webhooks an account may have, disabled ones included. Each event is stored once for every webhook that subscribes to it, in a
 * batch that also decides purchases of other accounts: with 300 webhooks these purchases took 220 ms, and with 5000 they were refused.
 */
export const MAX_WEBHOOKS = 50
const Subscription = Type.Enum([...eventTypes, '*'])
export const subscribedEventTypes = Type.Array(Subscription, {
  minItems: 1,
  maxItems: 1000,
  description:
    'The event types that the webhook receives, or `*` for all but `audit.recorded`, which has to be named: `["*", "audit.recorded"]`.',
})
export const MAX_WEBHOOK_URL_LENGTH = 2048
