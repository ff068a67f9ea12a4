import { systemClock } from '../lib/clock.ts'
import type { Intent } from '../contract/resources/intents.ts'
import type { Card } from '../fill/card.ts'
import { FillError } from '../fill/fill-error.ts'
import type { FillerKey } from '../fill/filler-key.ts'
import { type Paid, pay } from '../fill/pay.ts'
import { cardOfSealed } from '../fill/sealed-card.ts'
import { type Answer, type Outgoing, sendWithCard } from '../fill/send.ts'
import { fillerWith } from './filler.ts'
import type { Purser } from './remote/client.ts'

/** Which browser, page and button to use for a checkout. */
export interface InBrowser {
  readonly browser: string
  readonly submit?: string | undefined
  readonly page?: string | undefined
}

/** The dependencies of filling in a checkout: a client of Purser, and the key that numbers are sealed for. */
export interface Filling {
  readonly purser: Purser
  readonly key: FillerKey
}

/** Fills in the checkout of an intent and submits it, at the intent's origin and nowhere else. */
export async function payIntent(filling: Filling, intent: Intent, how: InBrowser): Promise<Paid> {
  const origin = originOf(intent)
  const { effective } = await filling.purser.cards.policy(intent.cardId)
  return pay({ card: () => cardOf(filling, intent, origin), origin, listed: effective.allowedOrigins ?? [], ...how })
}

/** Sends the caller's request, with the card of the intent in it, only to the origin of the intent. */
export async function sendForIntent(filling: Filling, intent: Intent, request: Outgoing): Promise<Answer> {
  const origin = originOf(intent)
  return sendWithCard(request, () => cardOf(filling, intent, origin), origin)
}

/** The origin of an intent that may be paid. Throws a FillError with what stands in the way, as the service judges it. */
function originOf({ id, status, expectedOrigin, notPayable = [] }: Intent): string {
  if (status !== 'pending') throw new FillError(`${id} cannot be paid: its status is ${status}.`)
  if (expectedOrigin === undefined) {
    throw new FillError(
      `${id} names no origin at which it may be paid. Declare the purchase again under the same reference, with an origin.`,
    )
  }
  if (notPayable.length > 0) throw new FillError(`${id} cannot be paid now: ${notPayable.map(inWords).join(' ')}`)
  return new URL(expectedOrigin).origin
}

/** What stands in the way. Messages of rules may have the name of a shop in them, which may be no text for an agent. */
const inWords = ({ code, message, rule }: NonNullable<Intent['notPayable']>[number]): string =>
  rule === undefined ? message : `Its rules decline it (${code}).`

/**
 * Reads the card number for an intent. Purser records the read with the intent. The number is sealed until it is opened in this process.
 */
async function cardOf({ purser, key }: Filling, intent: Intent, origin: string): Promise<Card> {
  const { id: intentId, cardId, agentId, purpose } = intent
  if (agentId === null) throw new FillError('The card belongs to no agent, so nothing may fill it in.', 'owner')
  const filler = await fillerWith(purser, agentId, key)
  if (filler === undefined) {
    throw new FillError(
      `The key in ${key.file} is not registered for this agent. The owner registers it with an API key of the role admin: purser fill key --agent ${agentId}`,
      'owner',
    )
  }
  const { sealed } = await purser.cards.sealedDetails(cardId, { sealTo: filler.id, intentId, purpose })
  return cardOfSealed(sealed, { key, fillerId: filler.id, cardId, intentId, origin, now: systemClock.now() })
}
