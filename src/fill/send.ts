import { type PaymentCard, placeholderForCard } from './card.ts'
import { FillError } from './fill-error.ts'
import { checkoutOutcomeOf, type CheckoutOutcome } from './outcome.ts'
import { relayRequestWithoutCard } from './relay.ts'
import { swapPlaceholderForCard } from './swap.ts'

export interface CheckoutRequestWithCard {
  readonly url: string
  readonly contentType: string
  /** The request's body, with `{{pan}}`, `{{cvv}}`, and `{{exp}}` or `{{month}}` and `{{year}}` where the card belongs. */
  readonly body: string
}

const PLACEHOLDER = /\{\{(pan|exp|cvv|month|year|year4)\}\}/g
const ANY_CARD: PaymentCard = { pan: '4000000000000002', exp: '12/34', cvv: '000' }

/**
 * Sends a request with the card in place of its placeholders, only to the intent's origin. The request must be one that pays, by the same
 * check as for a browser's request: it has the number once, in a field whose name means a card number, with CVV and expiry. Redirects are
 * not followed, because the body would be sent along. Throws a FillError.
 */
export async function sendCheckoutRequestWithCard(
  { url, contentType, body: given }: CheckoutRequestWithCard,
  readCard: () => Promise<PaymentCard>,
  origin: string,
): Promise<CheckoutOutcome> {
  if (URL.parse(url)?.origin !== origin) {
    throw new FillError(`This purchase may be paid at ${origin} alone, and the request goes somewhere else.`)
  }
  const body = given.replace(/\r?\n$/, '') // as files end
  const swappedFor = (card: PaymentCard) => {
    const placeholder = placeholderForCard(card)
    const typed = { placeholder, groups: [placeholder.pan.length] }
    const swapped = swapPlaceholderForCard(written({ contentType, body }, placeholder), contentType, typed, card)
    if ('lacking' in swapped) throw new FillError(`The request ${swapped.lacking}. Nothing was sent.`)
    return swapped.body
  }
  swappedFor(ANY_CARD) // the request is checked before the number is read, because each read counts
  const card = await readCard()
  const sent = swappedFor(card)
  const answer = await relayRequestWithoutCard(
    { url, method: 'POST', headers: { 'content-type': contentType }, body: sent },
    card,
  )
  const { origin: at, pathname } = new URL(url)
  return checkoutOutcomeOf({ answer, address: `${at}${pathname}`, cards: [card] })
}

/** The request's body with the card in it, encoded as its content type demands. */
function written(
  { body, contentType }: Pick<CheckoutRequestWithCard, 'body' | 'contentType'>,
  { pan, exp, cvv }: PaymentCard,
): string {
  const [month = '', year = ''] = exp.split('/')
  const values: Record<string, string> = { pan, exp, cvv, month, year, year4: `20${year}` }
  const write = /json|multipart/i.test(contentType) ? (value: string) => value : encodeURIComponent
  return body.replaceAll(PLACEHOLDER, (_whole, name: string) => write(values[name] ?? ''))
}
