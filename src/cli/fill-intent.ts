import { systemClock } from '../lib/clock.ts'
import { decimalAmount } from '../domain/money.ts'
import { reasonCatalogue } from '../contract/reasons.ts'
import type { Intent } from '../contract/resources/intents.ts'
import type { PaymentCard } from '../fill/card.ts'
import { FillError } from '../fill/fill-error.ts'
import type { FillerKeyPair } from '../fill/filler-key.ts'
import type { CheckoutOutcome } from '../fill/outcome.ts'
import type { PurchaseCeiling } from '../fill/page/totals.ts'
import { payAtShop } from '../fill/pay.ts'
import { openSealedCard } from '../fill/sealed-card.ts'
import { type CheckoutRequestWithCard, sendCheckoutRequestWithCard } from '../fill/send.ts'
import { fillerWithOwnKey } from './filler.ts'
import type { Purser } from './remote/client.ts'

/** The browser, page and button to use for a checkout. */
export interface BrowserCheckoutOptions {
  readonly browser: string
  readonly submit?: string | undefined
  readonly page?: string | undefined
}

/** The dependencies of filling in a checkout: a client of Purser, and the key that card numbers are sealed for. */
export interface CheckoutFillContext {
  readonly purser: Purser
  readonly key: FillerKeyPair
}

/** Fills in the checkout of an intent and submits it, at the intent's origin and nowhere else. */
export async function payIntentInBrowser(
  filling: CheckoutFillContext,
  intent: Intent,
  how: BrowserCheckoutOptions,
): Promise<CheckoutOutcome> {
  const origin = originOf(intent)
  const { effective } = await filling.purser.cards.policy(intent.cardId)
  const listed = effective.allowedOrigins ?? []
  return payAtShop({ card: () => cardOf(filling, intent, origin), origin, listed, ceiling: ceilingOf(intent), ...how })
}

/** The most that the purchase of an intent may cost. Undefined: the intent declares no amount. */
function ceilingOf({ ceiling: amount, expectedCurrency: currency = 'USD' }: Intent): PurchaseCeiling | undefined {
  if (amount === undefined) return undefined
  const [, fraction = ''] = decimalAmount(0, currency).split('.')
  return { amount, currency, decimals: fraction.length }
}

/** Sends the request that the caller of `purser fill` gives, with the number of the intent's card in it, only to the origin of the intent. */
export async function payIntentByRequest(
  filling: CheckoutFillContext,
  intent: Intent,
  request: CheckoutRequestWithCard,
): Promise<CheckoutOutcome> {
  const origin = originOf(intent)
  return sendCheckoutRequestWithCard(request, () => cardOf(filling, intent, origin), origin)
}

/** The origin of an intent that may be paid. Throws a FillError with the obstacle that the service sees. */
function originOf(intent: Intent): string {
  const { id, status, expectedOrigin, notPayable = [] } = intent
  if (notPayable.length > 0) throw new FillError(`${id} cannot be paid now: ${notPayable.map(inWords).join(' ')}`)
  if (status !== 'pending') throw new FillError(`${id} cannot be paid: ${overInWords(intent)}.`)
  if (expectedOrigin === undefined) {
    throw new FillError(`${id} names no origin at which it may be paid. ${withOrigin(intent)}, with an origin.`)
  }
  return new URL(expectedOrigin).origin
}

/**
 * Why an intent can no longer be paid. The reason that a person gave for revoking it is left to the model's tools, which keep it apart from
 * Purser's own words.
 */
const overInWords = ({ id, status, revokedBy }: Intent): string =>
  revokedBy === undefined
    ? `its status is ${status}`
    : `a person took their approval back. \`purser intents get ${id}\` says who, when and why`

/**
 * Tells the agent how to declare an intent's origin. An intent that a person has approved is not corrected, because it would then be
 * another purchase than the person saw.
 */
const withOrigin = ({ approvedBy }: Intent): string =>
  approvedBy === undefined
    ? 'Declare the purchase again under the same reference'
    : 'Cancel it, and declare the purchase under a new reference'

/**
 * Says in words why an intent cannot be paid: by the general meaning of the reason, because its message may have the name of a merchant,
 * who could have written it as an instruction to the agent.
 */
const inWords = ({ code, message }: NonNullable<Intent['notPayable']>[number]): string =>
  (reasonCatalogue as Partial<Record<string, { means: string }>>)[code]?.means ?? message

/**
 * Reads the card number for the purchase of an intent. Purser records the read with the intent. The number is sealed until this process
 * opens it.
 */
async function cardOf({ purser, key }: CheckoutFillContext, intent: Intent, origin: string): Promise<PaymentCard> {
  const { id: intentId, cardId, agentId, purpose } = intent
  if (agentId === null)
    throw new FillError('The card belongs to no agent, so nothing may fill it in.', { fixedBy: 'owner' })
  const filler = await fillerWithOwnKey(purser, agentId, key)
  if (filler === undefined) {
    throw new FillError(
      `The key in ${key.file} is not registered for this agent. The owner registers it with an API key of the role admin: purser fill key --agent ${agentId}`,
      { fixedBy: 'owner' },
    )
  }
  const { sealed } = await purser.cards.sealedDetails(cardId, { sealTo: filler.id, intentId, purpose })
  return openSealedCard(sealed, { key, fillerId: filler.id, cardId, intentId, origin, now: systemClock.now() })
}
