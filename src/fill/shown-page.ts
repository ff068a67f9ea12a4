import { systemClock } from '../lib/clock.ts'
import type { CheckoutPage } from './checkout-page.ts'
import { errorsShown, showing, type Showing } from './page/after.ts'
import { inPage } from './page/script.ts'

/** How long a page must stay the same to count as done, and how long to wait for that, in milliseconds. */
const SAME_MS = 400
const SETTLED_WITHIN_MS = 5000
const AGAIN_AFTER_MS = 100

const NOTHING: Showing = {
  isLoaded: false,
  address: '',
  title: '',
  errors: [],
  isDeclined: false,
  isChallenge: false,
  isThanks: false,
  pays: false,
}

/** The state of the page once it has loaded and stays the same for a moment, or when the time is over. */
export async function settled(page: CheckoutPage): Promise<Showing> {
  const until = systemClock.now() + SETTLED_WITHIN_MS
  let last = { shows: NOTHING, since: systemClock.now() }
  for (;;) {
    const shows = await page.run<Showing>(inPage(showing)).catch(() => NOTHING) // it is leaving
    const now = systemClock.now()
    if (JSON.stringify(shows) !== JSON.stringify(last.shows)) last = { shows, since: now }
    if ((shows.isLoaded && now - last.since >= SAME_MS) || now >= until) return last.shows
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

/** The errors that the page shows now. A page that is leaving shows none. */
export const errorsOf = (page: CheckoutPage): Promise<readonly string[]> =>
  page.run<readonly string[]>(inPage(errorsShown)).catch(() => [])

/** Names the document that the page shows: another one has another name. */
export async function documentOf({ session }: CheckoutPage): Promise<string> {
  const { frameTree } = await session.send<{ frameTree: { frame: { loaderId: string } } }>('Page.getFrameTree')
  return frameTree.frame.loaderId
}
