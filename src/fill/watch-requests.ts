import type { Card } from './card.ts'
import type { Browser } from './devtools.ts'
import { FillError } from './fill-error.ts'
import type { Frames } from './frames.ts'
import type { Destinations } from './providers.ts'
import { type Answer, relay } from './relay.ts'
import { holdsPlaceholder, swapCard, type Typed } from './swap.ts'

export interface Watching {
  readonly origin: string
  readonly destinations: Destinations
  readonly card: Card
  readonly placeholder: Card
  /** The main frame of the page with the checkout. */
  readonly frameId: string
  /** The frames of that page. Only the main frame and frames of permitted origins make requests that pay. */
  readonly frames: Frames
}

export interface Watched {
  /** From now on, the first request that pays is sent with the card. `groups`: how many digits of the number were typed into each field. */
  expect(groups: readonly number[]): Promise<void>
  /** Resolves when the shop has answered the request with the card. Rejects with a FillError. */
  readonly paid: Promise<{ readonly status: number }>
  /** The error that says why the browser has sent no request that could be paid, or why the shop has not answered. */
  whyNot(): FillError
  end(): Promise<void>
}

interface Paused {
  readonly requestId: string
  readonly frameId: string
  readonly resourceType: string
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Record<string, string>
    readonly postData?: string
    readonly hasPostData?: boolean
  }
}

const MOST_REDIRECTS = 10
const BODIED = new Set(['POST', 'PUT', 'PATCH'])
const UNKNOWN_FATE = 'Look for the charge before you pay again.'

/** The state of one payment. */
interface State {
  typed: Typed
  /** The frames that may make the request that pays. */
  payers: ReadonlySet<string>
  isExpected: boolean
  /** Whether this process has begun to send the request with the card, which it sends only once. */
  isSent: boolean
  /** The address to which the shop's answer redirects the browser. */
  next: string | undefined
  redirects: number
  /** What the last stopped request lacked to be the request that pays, in words for the user. Undefined: none was stopped. */
  lacking: string | undefined
}

/**
 * Stops every request of the browser while a checkout is paid. A request without the placeholder goes on. The first request that pays is
 * sent by this process, with the card, and the browser gets the answer without the card. Every other request with the placeholder fails: to
 * the shop the placeholder would look like a stolen card, and its number may be a real person's.
 */
export async function watchRequests(browser: Browser, watching: Watching): Promise<Watched> {
  const { placeholder } = watching
  const { promise: paid, resolve, reject } = Promise.withResolvers<{ status: number }>()
  paid.catch(() => undefined) // the promise may reject before anything waits for it
  const state: State = {
    typed: { placeholder, groups: [placeholder.pan.length] },
    payers: new Set([watching.frameId]),
    isExpected: false,
    isSent: false,
    next: undefined,
    redirects: 0,
    lacking: undefined,
  }
  browser.on('Fetch.requestPaused', (paused: Paused) => {
    passed(browser, paused, watching, state)
      .then((answer) => answer && resolve(answer))
      .catch(reject)
  })
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] })
  await renewConnections(browser, watching.frameId)
  return {
    expect: async (groups) => {
      state.payers = await payersOf(watching)
      state.typed = { placeholder, groups }
      state.isExpected = true
    },
    paid,
    whyNot: () => whyNot(state),
    end: () => ignoringGone(browser.send('Fetch.disable')),
  }
}

async function payersOf({ frameId, frames, destinations }: Watching): Promise<ReadonlySet<string>> {
  const list = await frames.list()
  const ids = list
    .filter(({ origin }) => origin !== null && destinations.refusalOf(origin) === null)
    .map(({ id }) => id)
  return new Set([frameId, ...ids])
}

/**
 * Makes the open pages and frames load by new connections. The browser stops requests only on connections that are made after it was asked
 * to, so scripts of pages that are open already could still send requests by their old ones. A page or frame that is itself asked to stop
 * requests, even ones that never occur, makes all its connections anew.
 */
async function renewConnections(browser: Browser, pageId: string): Promise<void> {
  const { targetInfos } = await browser.send<{ targetInfos: { targetId: string; type: string }[] }>('Target.getTargets')
  const ids = targetInfos.filter(({ type, targetId }) => type === 'iframe' || targetId === pageId)
  await Promise.all(
    ids.map(async ({ targetId }) => {
      const frame = await browser.attach(targetId)
      await frame.send('Fetch.enable', { patterns: [{ urlPattern: 'purser:none' }] })
    }),
  )
}

function whyNot({ isSent, lacking }: State): FillError {
  if (isSent) return new FillError(`The shop did not answer in time. ${UNKNOWN_FATE}`)
  if (lacking !== undefined) return stopped(lacking)
  return new FillError('The page did not send the card as it was typed: it may encrypt it. Nothing was paid.')
}

const stopped = (lacking: string): FillError =>
  new FillError(`The page sent the card in a request that ${lacking}. The request was stopped. Nothing was paid.`)

/**
 * Handles one stopped request. Resolves to the shop's answer when the payment is over, by this request or by the page to which the shop has
 * redirected the browser.
 */
async function passed(browser: Browser, paused: Paused, watching: Watching, state: State): Promise<Answer | undefined> {
  const { requestId, request } = paused
  const go = () => browser.send<undefined>('Fetch.continueRequest', { requestId })
  const stop = () => browser.send<undefined>('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
  const { url, method, headers, postData } = request
  const hasNumber = holdsPlaceholder([url, ...Object.values(headers), postData ?? ''].join('\n'), state.typed)
  if (hasNumber && state.isExpected && !state.payers.has(paused.frameId)) state.payers = await payersOf(watching)
  const isUnread = request.hasPostData === true && postData === undefined && paused.frameId === watching.frameId
  if (!hasNumber && !isUnread) {
    const isNext = state.next === url && method === 'GET'
    return isNext ? answered(browser, paused, watching, state) : ignoringGone(go())
  }
  const judged = judge(paused, watching, state)
  if ('body' in judged) {
    state.isSent = true
    return answered(browser, paused, watching, state, judged.body)
  }
  await ignoringGone(stop())
  if (state.isSent) return undefined
  state.lacking = judged.lacking
  // The page itself is leaving, so it sends no other request: the payment has failed, and the error says so.
  if (state.isExpected && paused.resourceType === 'Document') throw stopped(judged.lacking)
  return undefined
}

/**
 * Returns the request's body with the card in it (`body`), if the stopped request is the one that pays. Otherwise returns why it is not
 * (`lacking`), in words for the user.
 */
function judge({ frameId, request }: Paused, { destinations, card }: Watching, state: State) {
  const { url, method, headers, postData } = request
  const lacks = (lacking: string) => ({ lacking })
  if (state.isSent) return lacks('came a second time')
  if (!destinations.receives(URL.parse(url)?.origin ?? '')) {
    return lacks('goes to another origin than the purchase names, which is not of a known payment provider')
  }
  if (!state.isExpected) return lacks('came before the form was submitted')
  if (!state.payers.has(frameId)) return lacks('is not of the page that was filled')
  if (!BODIED.has(method)) return lacks(`is a ${method}, which shops and browsers keep the address of`)
  if (postData === undefined) return lacks('has a body that cannot be read')
  if (holdsPlaceholder([url, ...Object.values(headers)].join('\n'), state.typed)) {
    return lacks('has the card number in its address or headers')
  }
  return swapCard(postData, headerOf(headers, 'content-type'), state.typed, card)
}

/**
 * Sends the stopped request in place of the browser, and gives the browser the answer without the card. Undefined where the answer
 * redirects the browser.
 */
async function answered(browser: Browser, paused: Paused, watching: Watching, state: State, body?: string) {
  const { requestId, request } = paused
  const { url, method, headers } = request
  const answer = await relay({ url, method, headers, ...(body === undefined ? {} : { body }) }, watching.card).catch(
    async (error: unknown) => {
      await ignoringGone(browser.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }))
      throw error
    },
  )
  const { status } = answer
  if (status === 307 || status === 308) {
    await ignoringGone(browser.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }))
    throw new FillError(`The shop sent the payment on to another address, which is not followed. ${UNKNOWN_FATE}`)
  }
  state.next = nextOf(answer, url, watching.origin)
  state.redirects += 1
  await ignoringGone(
    browser.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: answer.headers.map(([name, value]) => ({ name, value })),
      body: answer.body.toString('base64'),
    }),
  )
  return state.next === undefined || state.redirects > MOST_REDIRECTS ? answer : undefined
}

/**
 * The address of the same shop or provider to which an answer redirects the browser: that page may show the card number, too. Undefined:
 * there is no such redirect.
 */
function nextOf({ status, headers }: Answer, url: string, origin: string): string | undefined {
  const location = status >= 300 && status < 400 ? headerOf(Object.fromEntries(headers), 'location') : ''
  const next = location === '' ? null : URL.parse(location, url)
  if (next === null || ![origin, URL.parse(url)?.origin].includes(next.origin)) return undefined
  next.hash = ''
  return next.href
}

/** Ignores the error of a request that its page has given up meanwhile. */
const ignoringGone = (sent: Promise<unknown>): Promise<undefined> =>
  sent.then(
    () => undefined,
    () => undefined,
  )

const headerOf = (headers: Record<string, string>, lowerCaseName: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === lowerCaseName)?.[1] ?? ''
