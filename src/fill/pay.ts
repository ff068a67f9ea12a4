import { type Card, placeholderFor } from './card.ts'
import { openPage, type Page } from './browser-page.ts'
import { fillAndSubmit, type Found } from './checkout.ts'
import { FillError } from './fill-error.ts'
import { swapped } from './swap.ts'

export interface Payment {
  /** Reads the number, once a page that shows the origin is there: each look counts. */
  readonly card: () => Promise<Card>
  /** Where the purchase may be paid, and nowhere else: of the intent. */
  readonly origin: string
  /** Of Chrome's DevTools, on this machine. */
  readonly browser: string
  /** The button to press, as a CSS selector. Without it, the form is submitted. */
  readonly submit?: string | undefined
  /** `swap`: the page gets a placeholder, which the request to the shop is freed of. `fill`: the page gets the number. */
  readonly way: 'swap' | 'fill'
}

/** How long a shop may take to send its form, and to answer it. */
const SENT_WITHIN_MS = 30_000

/** Fills the checkout that the browser shows and submits it. Answers when the shop has answered. */
export async function pay({ card, origin, browser, submit, way }: Payment): Promise<void> {
  const page = await openPage(browser, origin)
  try {
    await (way === 'swap' ? paySwapped : payFilled)(page, await card(), origin, submit)
  } finally {
    page.close()
  }
}

interface Paused {
  readonly requestId: string
  readonly networkId?: string
  readonly request: { readonly url: string; readonly headers: Record<string, string>; readonly postData?: string }
}

/** A request that the browser did not tell of by its name on the network. */
const UNNAMED = ''

async function paySwapped(page: Page, card: Card, origin: string, submit: string | undefined): Promise<void> {
  const placeholder = placeholderFor(card)
  const changed = new Set<string>()
  const { promise: sent, resolve: tellSent, reject: tellFailed } = Promise.withResolvers<void>()
  sent.catch(() => undefined) // it may fail before anybody waits for it
  const pass = async ({ requestId, networkId = UNNAMED, request }: Paused): Promise<void> => {
    const isOurs = URL.parse(request.url)?.origin === origin
    // Redirected with its body to somebody else, the number would go along.
    if (changed.has(networkId) && !isOurs)
      return page.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
    const body =
      isOurs && request.postData !== undefined ? swapped(request.postData, typeOf(request), placeholder, card) : null
    if (body === null) return page.send('Fetch.continueRequest', { requestId })
    changed.add(networkId)
    await page.send('Fetch.continueRequest', { requestId, postData: Buffer.from(body).toString('base64') })
  }
  page.on('Fetch.requestPaused', (paused: Paused) => void pass(paused).catch(tellFailed))
  const isOfPayment = (requestId: string) => changed.has(requestId) || changed.has(UNNAMED)
  page.on('Network.responseReceived', ({ requestId }: { requestId: string }) => {
    if (isOfPayment(requestId)) tellSent()
  })
  page.on('Network.loadingFailed', ({ requestId }: { requestId: string }) => {
    if (changed.has(requestId))
      tellFailed(new FillError('The shop did not answer. Look for the charge before you pay again.'))
  })
  await page.send('Network.enable')
  await page.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] })
  try {
    await submitted(page, placeholder, origin, submit)
    await inTime(
      sent,
      'The page did not send the number as it was typed: it may encrypt it. Nothing was paid. Try --into-page.',
    )
  } finally {
    await page.send('Fetch.disable').catch(() => undefined)
  }
}

async function payFilled(page: Page, card: Card, origin: string, submit: string | undefined): Promise<void> {
  const { promise: sent, resolve: tellSent } = Promise.withResolvers<void>()
  const posted = new Set<string>()
  page.on('Network.requestWillBeSent', ({ requestId, request }: { requestId: string; request: { method: string } }) => {
    if (request.method === 'POST') posted.add(requestId)
  })
  page.on('Network.responseReceived', ({ requestId }: { requestId: string }) => {
    if (posted.has(requestId)) tellSent()
  })
  await page.send('Network.enable')
  await submitted(page, card, origin, submit)
  await inTime(sent, 'The page sent nothing. Look for the charge before you pay again.')
}

/** The page is asked for its origin by the browser, at the same moment at which it is filled. */
async function submitted(page: Page, card: Card, origin: string, submit: string | undefined): Promise<void> {
  const { result } = await page.send<{ result: { value?: Found } }>('Runtime.evaluate', {
    expression: `location.origin === ${JSON.stringify(origin)} ? ${fillAndSubmit(card, submit)} : { found: false, missing: 'the shop' }`,
    returnByValue: true,
  })
  if (result.value?.found !== true)
    throw new FillError(`The page has not what is needed: ${result.value?.missing ?? 'a form'}.`)
}

function inTime(work: Promise<void>, message: string): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new FillError(message)), SENT_WITHIN_MS)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

const typeOf = ({ headers }: Paused['request']): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
