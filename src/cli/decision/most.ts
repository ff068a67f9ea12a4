import type { Challenge } from '../../contract/resources/challenges.ts'
import type { Intent } from '../../contract/resources/intents.ts'
import type { Subscription } from '../../contract/resources/subscriptions/subscriptions.ts'
import { amountAndCeiling } from '../../domain/amount-in-words.ts'
import { moneyText } from '../terminal/money.ts'

/** The most that approving an intent allows: `$500.00, up to $550.00 at Far Away`. */
export const intentMaximumText = (intent: Intent): string =>
  `${amountAndCeiling(intent, { money: moneyText })} at ${intent.expectedMerchant ?? 'any merchant'}`

export const subscriptionMaximumText = ({ maxAmount, currency, interval, merchant }: Subscription): string =>
  `up to ${moneyText(maxAmount, currency)} each ${interval} at ${merchant}`

export const challengeMaximumText = ({ amount, currency, merchant }: Challenge): string =>
  `${amount === undefined ? 'any amount' : moneyText(amount, currency)} at ${merchant.name ?? 'a shop without a name'}`
