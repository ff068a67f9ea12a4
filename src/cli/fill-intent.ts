import type { Intent } from '../contract/intents.ts'
import type { Card } from '../fill/card.ts'
import { FillError } from '../fill/fill-error.ts'
import { type Answer, type Outgoing, sendWithCard } from '../fill/send.ts'
import type { Purser } from './remote/client.ts'

/** Sends a request for an intent with the card in it. */
export async function sendForIntent(purser: Purser, intent: Intent, request: Outgoing): Promise<Answer> {
  const origin = originOf(intent)
  return sendWithCard(request, await cardOf(purser, intent), origin)
}

function originOf({ id, status, expectedOrigin }: Intent): string {
  if (status !== 'pending') throw new FillError(`${id} may not be paid: its status is ${status}.`)
  if (expectedOrigin === undefined) {
    throw new FillError(`${id} names no origin where it may be paid. Declare the purchase with one.`)
  }
  return new URL(expectedOrigin).origin
}

/** The look at the number is recorded with the intent. What is read stays in this process. */
const cardOf = (purser: Purser, { id: intentId, cardId, purpose }: Intent): Promise<Card> =>
  purser.cards.details(cardId, { intentId, purpose })
