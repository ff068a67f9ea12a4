import type { PurchaseRule } from './rule.ts'

/**
 * Says which subscription a purchase has matched. It never declines: a purchase that matches none needs an intent like any other, and
 * `intentMissing` decides that.
 */
export const subscriptionRule: PurchaseRule = ({ intent }) =>
  intent.kind === 'subscribed'
    ? {
        rule: 'subscription',
        code: 'intent_missing',
        passed: true,
        level: 'card',
        limit: intent.maxAmount,
        observed: intent.subscriptionId,
      }
    : undefined
