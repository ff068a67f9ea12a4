import { systemClock } from '../lib/clock.ts'
import type { CheckoutPage } from './checkout-page.ts'
import { shownPageErrors, pageAfterPayment, type PageAfterPayment } from './page/after.ts'
import { pageScriptCalling } from './page/script.ts'

/** How many milliseconds a shop's page must stay the same to count as done, and the most that this may take. */
const SAME_MS = 400
const SETTLED_WITHIN_MS = 5000
const AGAIN_AFTER_MS = 100

const NOTHING: PageAfterPayment = {
  isLoaded: false,
  address: '',
  title: '',
  errors: [],
  isDeclined: false,
  isChallenge: false,
  isThanks: false,
  pays: false,
}

/** The state of a shop's page once it has loaded and has stayed the same for a moment, or when the time is over. */
export async function stablePageAfterPayment(page: CheckoutPage): Promise<PageAfterPayment> {
  const until = systemClock.now() + SETTLED_WITHIN_MS
  let last = { shows: NOTHING, since: systemClock.now() }
  for (;;) {
    const shows = await page.run<PageAfterPayment>(pageScriptCalling(pageAfterPayment)).catch(() => NOTHING) // it is leaving
    const now = systemClock.now()
    if (JSON.stringify(shows) !== JSON.stringify(last.shows)) last = { shows, since: now }
    if ((shows.isLoaded && now - last.since >= SAME_MS) || now >= until) return last.shows
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

/** The errors that the checkout's page shows now. A page that is leaving shows none. */
export const errorsOnPage = (page: CheckoutPage): Promise<readonly string[]> =>
  page.run<readonly string[]>(pageScriptCalling(shownPageErrors)).catch(() => [])

/** The id of the document that the page shows: a new document has another id. */
export async function pageDocumentId({ session }: CheckoutPage): Promise<string> {
  const { frameTree } = await session.send<{ frameTree: { frame: { loaderId: string } } }>('Page.getFrameTree')
  return frameTree.frame.loaderId
}
