import { type ShopAnswerText, readShopAnswerText } from './answer-text.ts'
import type { PaymentCard } from './card.ts'
import type { PaymentObstacle } from './fill-error.ts'
import type { ShopAnswer } from './relay.ts'
import { textWithoutCard } from './without-card.ts'

/**
 * The outcome of a checkout whose card was sent. `submitted`: the shop accepted it. `unfinished`: a step is left to do, at the shop or at
 * the bank. `failed`: the shop or its payment provider refused it. It contains the status, the address and the title of the shop's answer
 * and nothing else of it, because the rest could be instructions to a model.
 */
export interface CheckoutOutcome {
  readonly outcome: 'submitted' | 'unfinished' | 'failed'
  readonly obstacle?: PaymentObstacle
  readonly status: number
  readonly address: string
  readonly title: string
  /** The number of ticked boxes that were unticked, because they would have kept the card at the shop. */
  readonly unticked?: number
}

/** The facts about a payment when the shop has answered. */
export interface AnsweredCheckoutPayment {
  readonly answer: ShopAnswer
  readonly address: string
  /** The title that the browser shows. Undefined: no browser is used, so the title in the answer counts. */
  readonly title?: string
  readonly shows?: Partial<Pick<ShopAnswerText, 'isDeclined' | 'isChallenge' | 'isThanks'>>
  /** True if the pressed button leads to the checkout's next step, or the page that followed has a button that pays. */
  readonly hasNextStep?: boolean
  /** True if the page tried to send the card once more, which was stopped. */
  readonly isRepeated?: boolean
  /** The cards whose digits are removed from what the page shows. */
  readonly cards: readonly PaymentCard[]
}

export function checkoutOutcomeOf(ended: AnsweredCheckoutPayment): CheckoutOutcome {
  const { answer, cards } = ended
  const text = readShopAnswerText(answer.body.toString())
  const all = { ...text, ...trueOf(text, ended.shows ?? {}) }
  return {
    ...judged(ended, all),
    status: answer.status,
    address: withoutCardNumbers(ended.address, cards),
    title: withoutCardNumbers(ended.title ?? text.title, cards),
  }
}

const trueOf = (text: ShopAnswerText, shows: NonNullable<AnsweredCheckoutPayment['shows']>) => ({
  isDeclined: text.isDeclined || shows.isDeclined === true,
  isChallenge: text.isChallenge || shows.isChallenge === true,
  isThanks: text.isThanks || shows.isThanks === true,
})

function judged(
  { answer, hasNextStep, isRepeated }: AnsweredCheckoutPayment,
  text: ShopAnswerText,
): Pick<CheckoutOutcome, 'outcome' | 'obstacle'> {
  const { status } = answer
  const failed = (obstacle: PaymentObstacle) => ({ outcome: 'failed', obstacle }) as const
  const unfinished = (obstacle: PaymentObstacle) => ({ outcome: 'unfinished', obstacle }) as const
  if (status === 402) return failed(asksForPaymentToken(answer) ? 'payment_required' : 'payment_declined')
  if (status === 401) return failed('login_required')
  if (status === 403 || status === 429) return failed(text.isCaptcha ? 'captcha' : 'cdn_block')
  if (status >= 500) return failed('other')
  if (status >= 400) return failed(text.isDeclined ? 'payment_declined' : 'page_error')
  if (status === 307 || status === 308) return unfinished('step') // the card is not sent on
  if (text.isChallenge) return unfinished('3ds_challenge')
  if (text.isDeclined) return failed('payment_declined')
  return (hasNextStep || isRepeated) && !text.isThanks ? unfinished('step') : { outcome: 'submitted' }
}

const sentences: Readonly<Partial<Record<PaymentObstacle, string>>> = {
  step: 'The card was sent, but the purchase is not finished: the page has another step. Complete it there, without a card',
  '3ds_challenge': 'The card was sent, and its bank asks whether the payment is wanted (3-D Secure)',
  payment_declined: 'The payment was declined',
  payment_required: 'This shop wants a payment token, and a card has none',
  cdn_block: 'Something before the shop refused the request, as it refuses robots',
  captcha: 'The shop asks for a proof that a person pays',
  login_required: 'The shop asks for a sign-in',
  other: 'The shop failed while it took the card',
  page_error: 'The shop refused what was sent',
}

/** A sentence for the outcome of a payment, without any text of the shop. */
export const checkoutOutcomeSentence = ({ outcome, obstacle, status }: CheckoutOutcome): string => {
  const said = obstacle === undefined ? undefined : sentences[obstacle]
  const what = outcome === 'submitted' ? 'The checkout was filled in and submitted' : (said ?? 'The payment failed')
  return `${what}. The shop answered ${status}.`
}

/** Whether a shop's answer asks for a payment token instead of a card, by the HTTP authentication scheme `Payment`. */
export const asksForPaymentToken = ({ headers }: Pick<ShopAnswer, 'headers'>): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'www-authenticate' && /(?:^|,)\s*payment\b/i.test(value))

const MOST_SHOWN = 200

/** A text of the shop in one line, bounded, without invisible characters and without the card. */
export function withoutCardNumbers(text: string, cards: readonly PaymentCard[]): string {
  const line = cards
    .reduce((rest, card) => textWithoutCard(card, rest), text)
    .replaceAll(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  return Array.from(line.trim()).slice(0, MOST_SHOWN).join('')
}
