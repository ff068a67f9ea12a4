import { systemClock } from '../lib/clock.ts'
import { inTime } from '../lib/traffic/in-time.ts'
import { type Card, placeholderFor } from './card.ts'
import { type Checkout, findCheckout } from './checkout-page.ts'
import { openBrowser } from './devtools.ts'
import { FillError } from './fill-error.ts'
import { runIn } from './frames.ts'
import { emptyAll, fillIn, inPage, type Looked, submitIt } from './in-page.ts'
import type { Typing } from './page-fields.ts'
import { destinationsOf, type Permitted } from './providers.ts'
import { watchRequests } from './watch-requests.ts'

/** A payment at the origin of an intent, the only one whose pages are filled in. Frames may be of the other origins that are permitted. */
export interface Payment extends Permitted {
  /** Reads the card number. It is called once a page shows the checkout, because each read of the number counts. */
  readonly card: () => Promise<Card>
  /** The address of Chrome's DevTools, on this machine. */
  readonly browser: string
  /** The button of the checkout to press, as a CSS selector. Without it, the form is submitted. */
  readonly submit?: string | undefined
  /** The address of the page, needed where the browser shows several checkouts of the origin. */
  readonly page?: string | undefined
  readonly patience?: Patience
}

/** How long to wait for the page and the shop, in milliseconds. */
export interface Patience {
  /** How long a page may take to show its checkout, in milliseconds: many checkouts are made by scripts. */
  readonly shownMs: number
  /** How many milliseconds after the submission the page may take to send its request, and the shop to answer it. */
  readonly sentMs: number
}

export interface Paid {
  /** The status of the answer to the request with the card: the shop's, or that of the provider to which the page sends it. */
  readonly status: number
}

const PATIENCE: Patience = { shownMs: 10_000, sentMs: 30_000 }
/** Milliseconds between two tries to press a button that waits until the page has checked what was typed. */
const PRESS_AGAIN_AFTER_MS = 50

/**
 * Fills in the checkout that the browser shows and submits it. The page gets a placeholder of the card. The request that the page sends is
 * stopped, and sent from this process with the card. Returns when the shop has answered. Throws a FillError, which says whether anything
 * was paid.
 */
export async function pay(payment: Payment): Promise<Paid> {
  const { card: readCard, origin, page, patience = PATIENCE } = payment
  const submit = payment.submit ?? null
  const destinations = destinationsOf(payment)
  const browser = await openBrowser(payment.browser)
  try {
    const search = { origin, submit, page, destinations, withinMs: patience.shownMs }
    const checkout = await findCheckout(browser, search)
    const card = await readCard()
    const placeholder = placeholderFor(card)
    await bypassServiceWorkers(checkout)
    const { id: frameId, frames } = checkout.page
    const watched = await watchRequests(browser, { origin, destinations, card, placeholder, frameId, frames })
    try {
      const groups = await filled(checkout, placeholder, origin, submit)
      await watched.expect(groups)
      const isPressed = await pressed(checkout, card.pan.length, submit, patience.shownMs)
      if (!isPressed) throw new FillError('The button of the checkout stays disabled. Nothing was paid.')
      return await inTime(watched.paid, patience.sentMs, watched.whyNot)
    } finally {
      await emptied(checkout, placeholder)
      await watched.end()
    }
  } finally {
    browser.close()
  }
}

/** A service worker could otherwise send the request in place of the page. */
async function bypassServiceWorkers({ page, framed }: Checkout): Promise<void> {
  const sessions = new Set([page.session, ...(framed?.frames ?? []).map(({ session }) => session)])
  await Promise.all([...sessions].map((session) => session.send('Network.setBypassServiceWorker', { bypass: true })))
}

/** Fills in the checkout, and returns how many digits each field of the number has taken. Throws a FillError. */
async function filled({ page, framed }: Checkout, placeholder: Card, origin: string, submit: string | null) {
  const typing = typingOf(placeholder)
  const looked =
    framed === null ? await page.run<Looked>(inPage(fillIn, typing, origin, submit)) : await framed.fill(typing)
  if ('lacking' in looked) throw new FillError(`The page lacks what is needed: ${looked.lacking}. Nothing was paid.`)
  return looked.groups
}

/** Submits the checkout. Resolves to false where its button could not be pressed in time. */
async function pressed({ page, framed }: Checkout, digits: number, submit: string | null, withinMs: number) {
  const press = () => (framed === null ? page.run<boolean>(inPage(submitIt, digits, submit)) : framed.press())
  const until = systemClock.now() + withinMs
  for (;;) {
    // Where the call fails, the page has left by what was pressed.
    if (await press().catch(() => true)) return true
    if (systemClock.now() >= until) return false
    await new Promise((resolve) => setTimeout(resolve, PRESS_AGAIN_AFTER_MS))
  }
}

async function emptied({ page, framed }: Checkout, placeholder: Card): Promise<void> {
  const expression = inPage(emptyAll, typingOf(placeholder))
  const runs = [page.run(expression), ...(framed?.frames ?? []).map((frame) => runIn(frame, expression))]
  await Promise.allSettled(runs)
}

function typingOf({ pan, exp, cvv }: Card): Typing {
  const [month = '', year = ''] = exp.split('/')
  return { pan, cvv, month, year }
}
