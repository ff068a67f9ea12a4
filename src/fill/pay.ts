import { systemClock } from '../lib/clock.ts'
import { resultWithinTimeLimit } from '../lib/traffic/result-in-time.ts'
import { type PaymentCard, placeholderForCard } from './card.ts'
import { type FillableCheckout, findCheckout } from './checkout-page.ts'
import { connectToBrowser } from './devtools.ts'
import { FillError, type PaymentObstacle } from './fill-error.ts'
import { evaluateInFrame } from './frames.ts'
import { checkoutOutcomeOf, type CheckoutOutcome, withoutCardNumbers } from './outcome.ts'
import type { TypedCardValues } from './page/card-fields.ts'
import { fillInCheckout, type FillInResult, submitCheckout } from './page/checkout.ts'
import { untickCardSavingBoxes } from './page/payment-faults.ts'
import type { PayButtonPressResult } from './page/pressing.ts'
import { pageScriptCalling } from './page/script.ts'
import { type PurchaseCeiling, pageTotalAboveCeiling } from './page/totals.ts'
import { emptyTypedCardFields } from './page/typing.ts'
import { cardDestinationsOfPurchase, type PermittedOrigins } from './providers.ts'
import type { ShopAnswer } from './relay.ts'
import { pageDocumentId, errorsOnPage, stablePageAfterPayment } from './shown-page.ts'
import { type WatchedCheckout, watchCheckoutRequests } from './watch-requests.ts'

/** A payment at the origin of an intent, the only one whose pages are filled in. Frames may be of the other origins that are permitted. */
export interface CheckoutPayment extends PermittedOrigins {
  /**
   * Reads the card number. It is called only once a page shows the checkout without any obstacle, because each read of the number counts.
   */
  readonly card: () => Promise<PaymentCard>
  /** The address of Chrome's DevTools, on this machine. */
  readonly browser: string
  /** A CSS selector of the button to press. Absent: the only button whose text says that it pays. */
  readonly submit?: string | undefined
  /** The address of the page, needed if the browser shows several checkouts of the origin. */
  readonly page?: string | undefined
  /** The most that the purchase may cost. */
  readonly ceiling?: PurchaseCeiling | undefined
  readonly patience?: FillerWaitTimes
}

/** How many milliseconds the filler waits for the page and the shop in each step. */
export interface FillerWaitTimes {
  /** How long a page may take to show its checkout: many checkouts are made by scripts. */
  readonly shownMs: number
  /** How long an obstacle must last before it is reported. */
  readonly steadyMs: number
  /** How long the page may take to send its request after it was submitted, and the shop to answer it. */
  readonly sentMs: number
  /** How long the shop's page may do nothing after it was submitted, before that is reported. */
  readonly quietMs: number
}

const PATIENCE: FillerWaitTimes = { shownMs: 10_000, steadyMs: 2000, sentMs: 30_000, quietMs: 6000 }
/** How long the filler waits, in milliseconds, before it looks again at a checkout page that is not ready. */
const AGAIN_AFTER_MS = 50
/** How many milliseconds an error of the page must last before the payment counts as refused: a request may still follow. */
const ERROR_MS = 600
/** How many milliseconds the page may take to answer which total it shows, just before the payment is sent. */
const OBJECTION_MS = 2000

/**
 * Fills in the checkout that the browser shows, and presses the button that pays. The page gets a placeholder of the card. The request that
 * the page then sends is stopped, and sent from this process with the card. Resolves to the outcome once the shop has answered. Throws a
 * FillError, which says whether anything was paid.
 */
export async function payAtShop(payment: CheckoutPayment): Promise<CheckoutOutcome> {
  const { card: readCard, origin, page, patience = PATIENCE, ceiling = null } = payment
  const { submit = null } = payment
  const destinations = cardDestinationsOfPurchase(payment)
  const browser = await connectToBrowser(payment.browser)
  try {
    const { shownMs: withinMs, steadyMs } = patience
    const checkout = await findCheckout(browser, { origin, submit, page, destinations, ceiling, withinMs, steadyMs })
    const card = await readCard()
    const placeholder = placeholderForCard(card)
    await bypassServiceWorkers(checkout)
    const { id: frameId, frames } = checkout.page
    const pressing = Promise.withResolvers<PayButtonPressResult>()
    const objection = (isLeaving: boolean) => tooDear(checkout, ceiling, isLeaving ? pressing.promise : null)
    const watched = await watchCheckoutRequests(browser, {
      origin,
      destinations,
      card,
      placeholder,
      frameId,
      frames,
      objection,
    })
    try {
      const unticked = await checkout.page.run<number>(pageScriptCalling(untickCardSavingBoxes))
      await watched.expect(await filled(checkout, { placeholder, origin, submit }))
      const before = await pageDocumentId(checkout.page)
      const known = await errorsOnPage(checkout.page)
      const result = await pressed(checkout, { digits: card.pan.length, submit, ceiling, withinMs })
      pressing.resolve(result)
      const cards = [card, placeholder]
      const answer = await answered(checkout, { watched, known, cards, patience })
      const shows = await stablePageAfterPayment(checkout.page)
      const isNew = (await pageDocumentId(checkout.page)) !== before
      const hasNextStep = result.isPaying === false || (isNew && shows.pays)
      const { isRepeated } = watched.progress
      const { address, title } = shows
      const paid = checkoutOutcomeOf({ answer, address, title, shows, hasNextStep, isRepeated, cards })
      return unticked > 0 ? { ...paid, unticked } : paid
    } finally {
      await emptied(checkout, placeholder)
      await watched.end()
    }
  } finally {
    browser.close()
  }
}

/** Makes the browser bypass service workers: otherwise one could send the request in place of the page, and it would not be stopped. */
async function bypassServiceWorkers({ page, framed }: FillableCheckout): Promise<void> {
  const sessions = new Set([page.session, ...(framed?.frames ?? []).map(({ session }) => session)])
  await Promise.all([...sessions].map((session) => session.send('Network.setBypassServiceWorker', { bypass: true })))
}

interface Filling {
  readonly placeholder: PaymentCard
  readonly origin: string
  readonly submit: string | null
}

/** Fills in the checkout, and returns which fields were filled in. Throws a FillError. */
async function filled({ page, framed }: FillableCheckout, { placeholder, origin, submit }: Filling) {
  const typing = typingOf(placeholder)
  const looked =
    framed === null
      ? await page.run<FillInResult>(pageScriptCalling(fillInCheckout, typing, origin, submit))
      : await framed.fill(typing)
  if (!('lacking' in looked)) return looked
  throw new FillError(`The page lacks what is needed: ${looked.lacking}. Nothing was paid.`, {
    obstacle: looked.obstacle as PaymentObstacle | undefined,
  })
}

interface Pressing {
  readonly digits: number
  readonly submit: string | null
  readonly ceiling: PurchaseCeiling | null
  readonly withinMs: number
}

/** Presses the button of the checkout. Throws a FillError if it could not be pressed in time. */
async function pressed(
  { page, framed }: FillableCheckout,
  { digits, submit, ceiling, withinMs }: Pressing,
): Promise<PayButtonPressResult> {
  const press = () =>
    framed === null
      ? page.run<PayButtonPressResult>(pageScriptCalling(submitCheckout, digits, submit, ceiling))
      : framed.press()
  const until = systemClock.now() + withinMs
  for (;;) {
    // The call to the page fails if the press has made the browser leave the page.
    const result = await press().catch((): PayButtonPressResult => ({ how: 'pressed' }))
    if (result.how === 'pressed') return result
    if (systemClock.now() >= until) {
      throw result.how === 'disabled'
        ? new FillError('The button of the checkout stays disabled. Nothing was paid.', { obstacle: 'step' })
        : new FillError(`The button of the checkout is ${result.how}. Nothing was paid.`, { obstacle: result.how })
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

interface Waiting {
  readonly watched: WatchedCheckout
  /** The errors that the shop's page showed before it was submitted. */
  readonly known: readonly string[]
  readonly cards: readonly PaymentCard[]
  readonly patience: FillerWaitTimes
}

/** Resolves to the answer to the request with the card. Rejects with a FillError if no answer comes. */
async function answered(checkout: FillableCheckout, waiting: Waiting): Promise<ShopAnswer> {
  const end = new AbortController()
  try {
    return await Promise.race([waiting.watched.paid, givenUp(checkout, waiting, end.signal)])
  } finally {
    end.abort()
  }
}

/** Rejects with a FillError once it is clear that the page does not pay, or that the shop does not answer. Never resolves. */
async function givenUp({ page }: FillableCheckout, { watched, known, cards, patience }: Waiting, end: AbortSignal) {
  const began = systemClock.now()
  let wrongSince: number | undefined
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
    if (end.aborted) return new Promise<never>(() => undefined)
    const now = systemClock.now()
    const { isSent, lastAt, isStopped } = watched.progress
    if (now - began >= patience.sentMs) throw watched.whyNot()
    if (isSent) continue
    const errors = (await errorsOnPage(page)).filter((text) => !known.includes(text))
    wrongSince = errors.length === 0 ? undefined : (wrongSince ?? now)
    if (wrongSince !== undefined && now - wrongSince >= ERROR_MS && !isStopped && !watched.progress.isSent) {
      const message =
        'The page does not take what was filled in, and sent no card: `pageSays` has its own words. Nothing was paid.'
      throw new FillError(message, { obstacle: 'page_error', pageSays: withoutCardNumbers(errors.join(' '), cards) })
    }
    if (now - Math.max(lastAt, began) >= patience.quietMs) throw watched.whyNot()
  }
}

/**
 * The error of a total that has risen above the ceiling since the checkout was filled in; null: it has not. `pressing`: the result of the
 * press, which has the total if the page is being left and cannot be asked any more; null: the page stays.
 */
async function tooDear(
  { page }: FillableCheckout,
  ceiling: PurchaseCeiling | null,
  pressing: Promise<PayButtonPressResult> | null,
) {
  if (ceiling === null) return null
  const look =
    pressing === null
      ? page.run<string | null>(pageScriptCalling(pageTotalAboveCeiling, ceiling))
      : pressing.then(({ total: shownTotal = null }) => shownTotal)
  // A page whose script waits for the stopped request does not answer about its total. The authorization checks the amount again.
  const total = await resultWithinTimeLimit(look, OBJECTION_MS, () => new Error('The page does not answer')).catch(
    () => null,
  )
  return total === null
    ? null
    : new FillError(
        `The page now shows a total of ${total}, which is more than was declared. The request was stopped. Nothing was paid.`,
        { obstacle: 'price_changed' },
      )
}

async function emptied({ page, framed }: FillableCheckout, placeholder: PaymentCard): Promise<void> {
  const expression = pageScriptCalling(emptyTypedCardFields, typingOf(placeholder))
  const runs = [page.run(expression), ...(framed?.frames ?? []).map((frame) => evaluateInFrame(frame, expression))]
  await Promise.allSettled(runs)
}

function typingOf({ pan, exp, cvv }: PaymentCard): TypedCardValues {
  const [month = '', year = ''] = exp.split('/')
  return { pan, cvv, month, year }
}
