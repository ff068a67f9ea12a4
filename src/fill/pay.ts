import { inTime } from '../lib/traffic/in-time.ts'
import { type Card, placeholderFor } from './card.ts'
import { type CheckoutPage, findCheckoutPage } from './checkout-page.ts'
import { openBrowser } from './devtools.ts'
import { FillError } from './fill-error.ts'
import { emptyAll, fillIn, inPage, type Looked, submitIt, type Typing } from './in-page.ts'
import { watchRequests } from './watch-requests.ts'

export interface Payment {
  /** Reads the card number. It is called once a page shows the checkout, because each read of the number counts. */
  readonly card: () => Promise<Card>
  /** The origin of the intent, the only one at which the purchase may be paid. */
  readonly origin: string
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
  /** The status of the shop's answer to the request with the card. */
  readonly status: number
}

const PATIENCE: Patience = { shownMs: 10_000, sentMs: 30_000 }

/**
 * Fills in the checkout that the browser shows and submits it. The page gets a placeholder of the card. The request that the page sends is
 * stopped, and sent from this process with the card. Returns when the shop has answered. Throws a FillError, which says whether anything
 * was paid.
 */
export async function pay(payment: Payment): Promise<Paid> {
  const { card: readCard, origin, page, patience = PATIENCE } = payment
  const submit = payment.submit ?? null
  const browser = await openBrowser(payment.browser)
  try {
    const checkout = await findCheckoutPage(browser, { origin, submit, page, withinMs: patience.shownMs })
    const card = await readCard()
    const placeholder = placeholderFor(card)
    // A service worker could otherwise send the request in place of the page.
    await checkout.session.send('Network.setBypassServiceWorker', { bypass: true })
    const watched = await watchRequests(browser, { origin, card, placeholder, frameId: checkout.id })
    try {
      const groups = await filled(checkout, placeholder, origin, submit)
      watched.expect(groups)
      await checkout.run(inPage(submitIt, card.pan.length, submit)).catch(() => undefined) // the page may be gone by then
      return await inTime(watched.paid, patience.sentMs, watched.whyNot)
    } finally {
      await checkout.run(inPage(emptyAll, typingOf(placeholder))).catch(() => undefined)
      await watched.end()
    }
  } finally {
    browser.close()
  }
}

/** Fills in the checkout, and returns how many digits each field of the number has taken. Throws a FillError. */
async function filled(checkout: CheckoutPage, placeholder: Card, origin: string, submit: string | null) {
  const looked = await checkout.run<Looked>(inPage(fillIn, typingOf(placeholder), origin, submit))
  if ('lacking' in looked) throw new FillError(`The page lacks what is needed: ${looked.lacking}. Nothing was paid.`)
  return looked.groups
}

function typingOf({ pan, exp, cvv }: Card): Typing {
  const [month = '', year = ''] = exp.split('/')
  return { pan, cvv, month, year }
}
