import type { Intent } from '../contract/intents.ts'
import type { Card } from '../fill/card.ts'
import { FillError } from '../fill/fill-error.ts'
import { pay } from '../fill/pay.ts'
import { type Answer, type Outgoing, sendWithCard } from '../fill/send.ts'
import type { Purser } from './remote/client.ts'

/** How a checkout is paid in a browser. */
export interface InBrowser {
  readonly browser: string
  readonly submit?: string | undefined
  /** The page gets the number itself, and no placeholder. */
  readonly intoPage?: boolean
}

/** Fills the checkout of an intent in and submits it: at its origin, and nowhere else. */
export async function payIntent(purser: Purser, intent: Intent, { browser, submit, intoPage = false }: InBrowser) {
  const origin = originOf(intent)
  await pay({ card: await cardOf(purser, intent), origin, browser, submit, way: intoPage ? 'fill' : 'swap' })
}

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
