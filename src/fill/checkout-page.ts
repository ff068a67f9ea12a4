import { systemClock } from '../lib/clock.ts'
import type { Browser, Session } from './devtools.ts'
import { FillError } from './fill-error.ts'
import { inPage, lackingIn } from './in-page.ts'

/** The page of the browser that shows the checkout. */
export interface CheckoutPage {
  /** The id of the page, which is the id of its main frame, too. */
  readonly id: string
  readonly session: Session
  /** Evaluates an expression in the page, in an isolated world whose variables scripts of the page cannot see. */
  run<T>(expression: string): Promise<T>
}

export interface CheckoutSearch {
  readonly origin: string
  readonly submit: string | null
  /** The address of the page, needed where several pages show a checkout of the origin. */
  readonly page: string | undefined
  readonly withinMs: number
}

interface Target {
  readonly targetId: string
  readonly type: string
  readonly url: string
}

const AGAIN_AFTER_MS = 250

/** Finds the one page that shows a checkout of the origin. Throws a FillError where none shows one in time, or where several do. */
export async function findCheckoutPage(browser: Browser, search: CheckoutSearch): Promise<CheckoutPage> {
  const until = systemClock.now() + search.withinMs
  const known = new Map<string, CheckoutPage>()
  for (;;) {
    const pages = await pagesOf(browser, search, known)
    const looks = await Promise.all(pages.map((page) => page.run<string | null>(inPage(lackingIn, search.submit))))
    const [first, ...more] = pages.filter((_page, index) => looks[index] === null)
    if (more.length > 0) {
      throw new FillError(
        `${more.length + 1} pages of the browser show a checkout of ${search.origin}. Close the others, or name its address with --page.`,
      )
    }
    if (first !== undefined) return first
    if (systemClock.now() >= until) throw new FillError(`The page lacks what is needed: ${looks[0] ?? 'a form'}.`)
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
  }
}

async function pagesOf(browser: Browser, { origin, page }: CheckoutSearch, known: Map<string, CheckoutPage>) {
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

async function attached(browser: Browser, id: string, known: Map<string, CheckoutPage>): Promise<CheckoutPage> {
  const session = await browser.attach(id)
  const run = async <T>(expression: string): Promise<T> => {
    const { executionContextId: contextId } = await session.send<{ executionContextId: number }>(
      'Page.createIsolatedWorld',
      { frameId: id, worldName: 'purser' },
    )
    const { result } = await session.send<{ result: { value?: T } }>('Runtime.evaluate', {
      expression,
      contextId,
      returnByValue: true,
    })
    return result.value as T
  }
  const page = { id, session, run }
  known.set(id, page)
  return page
}
