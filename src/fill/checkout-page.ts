import { systemClock } from '../lib/clock.ts'
import type { DevToolsBrowser, DevToolsSession } from './devtools.ts'
import { FillError, type PaymentObstacle } from './fill-error.ts'
import { findFramedCheckout, type FramedCheckout, type CheckoutFault } from './framed-checkout.ts'
import { followBrowserFrames, type BrowserFrames, evaluateInFrame } from './frames.ts'
import { checkoutFaultIn } from './page/checkout.ts'
import type { PaymentFault } from './page/payment-faults.ts'
import { pageScriptCalling } from './page/script.ts'
import type { PurchaseCeiling } from './page/totals.ts'
import type { CardDestinations } from './providers.ts'

/** The page of the browser that shows the checkout. */
export interface CheckoutPage {
  /** The id of the page, which is the id of its main frame, too. */
  readonly id: string
  readonly session: DevToolsSession
  readonly frames: BrowserFrames
  /** Evaluates an expression in the page's main frame, in an isolated world whose variables scripts of the page cannot see. */
  run<T>(expression: string): Promise<T>
}

/**
 * A checkout that can be filled in. `framed`: the checkout in frames of the page that have the card fields. Null: the fields are in the
 * page itself.
 */
export interface FillableCheckout {
  readonly page: CheckoutPage
  readonly framed: FramedCheckout | null
}

export interface CheckoutPageSearch {
  readonly origin: string
  readonly submit: string | null
  /** The address of the page, needed if several pages show a checkout of the origin. */
  readonly page: string | undefined
  readonly destinations: CardDestinations
  /** The most that the purchase may cost. Null: the intent declares no amount. */
  readonly ceiling: PurchaseCeiling | null
  readonly withinMs: number
  /** How many milliseconds an obstacle must last before it is reported, because shops' pages show their parts one after the other. */
  readonly steadyMs: number
}

interface Target {
  readonly targetId: string
  readonly type: string
  readonly url: string
}

const AGAIN_AFTER_MS = 250

/**
 * Finds the one page that shows a checkout of the origin. Throws a FillError if no page shows one in time, or if several do. An obstacle on
 * the page, such as a box to tick, is reported once it has lasted for `steadyMs`.
 */
export async function findCheckout(browser: DevToolsBrowser, search: CheckoutPageSearch): Promise<FillableCheckout> {
  const until = systemClock.now() + search.withinMs
  const known = new Map<string, CheckoutPage>()
  let obstacle: { readonly lacking: string; readonly since: number } | undefined
  for (;;) {
    const pages = await pagesOf(browser, search, known)
    const looks = await Promise.all(pages.map((page) => lookAt(page, search)))
    const [first, ...more] = looks.filter((look) => 'page' in look)
    if (more.length > 0) {
      throw new FillError(
        `${more.length + 1} pages of the browser show a checkout of ${search.origin}. Close the others, or name its address in \`page\`.`,
      )
    }
    if (first !== undefined) return first
    const now = systemClock.now()
    const lacks = looks.filter((each): each is CheckoutFault => 'lacking' in each)
    const lack = lacks.find((each) => each.obstacle !== undefined) ?? lacks[0] ?? { lacking: 'a form' }
    if (lack.lacking !== obstacle?.lacking) obstacle = { lacking: lack.lacking, since: now }
    const isSteady = lack.obstacle !== undefined && now - obstacle.since >= search.steadyMs
    if (isSteady || now >= until) throw lackOf(lack)
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

const lackOf = ({ lacking, fixedBy, obstacle, submit }: CheckoutFault): FillError =>
  new FillError(`The page lacks what is needed: ${lacking}. Nothing was paid.`, {
    fixedBy,
    obstacle: obstacle as PaymentObstacle | undefined,
    submit,
  })

/** Looks for a checkout in a page itself, and then in its frames. */
async function lookAt(
  page: CheckoutPage,
  { submit, destinations, ceiling }: CheckoutPageSearch,
): Promise<FillableCheckout | CheckoutFault> {
  const lack = await page.run<PaymentFault | null>(pageScriptCalling(checkoutFaultIn, submit, ceiling))
  if (lack === null) return { page, framed: null }
  const framed = await findFramedCheckout(page, { submit, destinations, ceiling })
  if (framed === null) return lack
  return 'lacking' in framed ? framed : { page, framed }
}

async function pagesOf(
  browser: DevToolsBrowser,
  { origin, page }: CheckoutPageSearch,
  known: Map<string, CheckoutPage>,
) {
  const { targetInfos } = await browser.send<{ targetInfos: Target[] }>('Target.getTargets')
  const ours = targetInfos.filter(
    ({ type, url }) => type === 'page' && URL.parse(url)?.origin === origin && (page === undefined || url === page),
  )
  if (ours.length === 0) {
    const where = page === undefined ? origin : page
    throw new FillError(`No page of the browser shows ${where}. Open the checkout of this purchase there.`)
  }
  return Promise.all(ours.map(async ({ targetId: id }) => known.get(id) ?? attached(browser, id, known)))
}

async function attached(browser: DevToolsBrowser, id: string, known: Map<string, CheckoutPage>): Promise<CheckoutPage> {
  const session = await browser.attach(id)
  const frames = await followBrowserFrames(browser, session)
  const page = { id, session, frames, run: <T>(expression: string) => evaluateInFrame<T>({ id, session }, expression) }
  known.set(id, page)
  return page
}
