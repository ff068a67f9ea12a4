import { systemClock } from '../lib/clock.ts'
import type { PaymentCard } from './card.ts'
import type { DevToolsBrowser, DevToolsSession } from './devtools.ts'
import { FillError, UNKNOWN_PAYMENT_OUTCOME } from './fill-error.ts'
import type { BrowserFrames } from './frames.ts'
import type { CardDestinations } from './providers.ts'
import { type ShopAnswer, relayRequestWithoutCard } from './relay.ts'
import { containsCardPlaceholder, swapPlaceholderForCard, type TypedPlaceholder } from './swap.ts'

export interface CheckoutRequestWatch {
  readonly origin: string
  readonly destinations: CardDestinations
  readonly card: PaymentCard
  readonly placeholder: PaymentCard
  /** The main frame of the page with the checkout. */
  readonly frameId: string
  /** The frames of the page with the checkout. Only the main frame and frames of permitted origins can send the request that pays. */
  readonly frames: BrowserFrames
  /**
   * Called before the request that pays is sent. Resolves to the error for which it must not be sent, or to null. `isLeaving`: the request
   * replaces the page.
   */
  readonly objection: (isLeaving: boolean) => Promise<FillError | null>
}

export interface WatchedCheckout {
  /** Begins to wait for the payment: from now on, the browser's first request that pays is sent with the card. */
  expect(typed: Omit<TypedPlaceholder, 'placeholder'>): Promise<void>
  /** Resolves when the shop has answered the request with the card. Rejects with a FillError. */
  readonly paid: Promise<ShopAnswer>
  /** The error that says why the browser has sent no request that could be paid, or why the shop has not answered. */
  whyNot(): FillError
  /** The number and time of the browser's requests since the checkout was filled in. */
  readonly progress: BrowserRequestProgress
  end(): Promise<void>
}

export interface BrowserRequestProgress {
  /** The number of requests that the browser has made. */
  readonly requests: number
  /** The time of the browser's last request, in Unix milliseconds. */
  readonly lastAt: number
  /** True once the request with the card was sent. */
  readonly isSent: boolean
  /** True if the page made another paying request after the first one. It was stopped. */
  readonly isRepeated: boolean
  /** True if a request with the placeholder was stopped because it is not the one that pays. */
  readonly isStopped: boolean
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

/** The state of one payment while its requests are watched. */
interface State {
  typed: TypedPlaceholder
  /** The frames that may make the request that pays. */
  payers: ReadonlySet<string>
  isExpected: boolean
  /** Whether this process has begun to send the request with the card, which it sends only once. */
  isSent: boolean
  /** The address to which the shop's answer redirects the browser. Undefined: there is no redirect. */
  next: string | undefined
  redirects: number
  /** The reason why the last stopped request is not the one that pays, in words for the user. Undefined: none was stopped. */
  lacking: string | undefined
  requests: number
  lastAt: number
  isRepeated: boolean
}

/**
 * Stops every request of the browser while a checkout is paid. A request without the placeholder goes on. The first request that pays is
 * sent by this process, with the card, and the browser gets the answer without the card. Every other request with the placeholder fails: to
 * the shop the placeholder would look like a stolen card, and its number may be a real person's.
 *
 * Sessions of the page itself are asked before the one of the browser, the newest of them first: so a tool that was set up before, and
 * fetches what it intercepts in its own process (`route.fetch()`), is never given a request with the placeholder.
 */
export async function watchCheckoutRequests(
  browser: DevToolsBrowser,
  watching: CheckoutRequestWatch,
): Promise<WatchedCheckout> {
  const { placeholder } = watching
  const { promise: paid, resolve, reject } = Promise.withResolvers<ShopAnswer>()
  paid.catch(() => undefined) // the promise may reject before anything waits for it
  const state: State = {
    typed: { placeholder, groups: [placeholder.pan.length] },
    payers: new Set([watching.frameId]),
    isExpected: false,
    isSent: false,
    next: undefined,
    redirects: 0,
    lacking: undefined,
    requests: 0,
    lastAt: systemClock.now(),
    isRepeated: false,
  }
  const stopIn = async (session: DevToolsSession) => {
    session.on('Fetch.requestPaused', (paused: Paused) => {
      passed(session, paused, watching, state)
        .then((answer) => answer && resolve(answer))
        .catch(reject)
    })
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] })
  }
  await stopIn(browser)
  const sessions = await sessionsOf(browser, watching.frameId)
  await Promise.all(sessions.map(stopIn))
  return {
    expect: async (typed) => {
      state.payers = await payersOf(watching)
      state.typed = { placeholder, ...typed }
      state.isExpected = true
      state.requests = 0
      state.lastAt = systemClock.now()
    },
    paid,
    whyNot: () => whyNot(state),
    get progress() {
      const { requests, lastAt, isSent, isRepeated, lacking } = state
      return { requests, lastAt, isSent, isRepeated, isStopped: lacking !== undefined }
    },
    end: async () => {
      await Promise.all([browser, ...sessions].map((session) => ignoringGone(session.send('Fetch.disable'))))
    },
  }
}

async function payersOf({ frameId, frames, destinations }: CheckoutRequestWatch): Promise<ReadonlySet<string>> {
  const list = await frames.list()
  const ids = list
    .filter(({ origin }) => origin !== null && destinations.refusalOf(origin) === null)
    .map(({ id }) => id)
  return new Set([frameId, ...ids])
}

/**
 * New sessions of the page and of the frames in other processes. Asking them to stop requests makes the pages load by new connections: the
 * browser stops requests only on connections that are made afterwards, so scripts of pages that are open already could still send requests
 * by their old ones.
 */
async function sessionsOf(browser: DevToolsBrowser, pageId: string): Promise<readonly DevToolsSession[]> {
  const { targetInfos } = await browser.send<{ targetInfos: { targetId: string; type: string }[] }>('Target.getTargets')
  const ids = targetInfos.filter(({ type, targetId }) => type === 'iframe' || targetId === pageId)
  return Promise.all(ids.map(({ targetId }) => browser.attach(targetId)))
}

function whyNot({ isSent, lacking, requests }: State): FillError {
  if (isSent) return new FillError(`The shop did not answer in time. ${UNKNOWN_PAYMENT_OUTCOME}`, { isSent })
  if (lacking !== undefined) return stopped(lacking)
  return requests === 0
    ? new FillError('The page sent nothing after its button was pressed. Nothing was paid.', {
        obstacle: 'nothing_sent',
      })
    : new FillError('The page did not send the card as it was typed: it may encrypt it. Nothing was paid.', {
        obstacle: 'encrypts',
      })
}

const stopped = (lacking: string): FillError =>
  new FillError(`The page sent the card in a request that ${lacking}. The request was stopped. Nothing was paid.`)

/**
 * Handles one stopped request. Resolves to the shop's answer when the payment is over, by this request or by the page to which the shop has
 * redirected the browser.
 */
async function passed(
  session: DevToolsSession,
  paused: Paused,
  watching: CheckoutRequestWatch,
  state: State,
): Promise<ShopAnswer | undefined> {
  const { requestId, request } = paused
  const go = () => session.send<undefined>('Fetch.continueRequest', { requestId })
  const stop = () => session.send<undefined>('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
  const { url, method, headers, postData } = request
  const hasNumber = containsCardPlaceholder([url, ...Object.values(headers), postData ?? ''].join('\n'), state.typed)
  if (hasNumber && state.isExpected && !state.payers.has(paused.frameId)) state.payers = await payersOf(watching)
  const isUnread = request.hasPostData === true && postData === undefined && paused.frameId === watching.frameId
  if (!hasNumber && !isUnread) {
    const isNext = state.next === url && method === 'GET'
    state.requests += 1
    state.lastAt = systemClock.now()
    return isNext ? answered(session, paused, watching, state) : ignoringGone(go())
  }
  const judged = judge(paused, watching, state)
  const pays = 'body' in judged
  if (pays && !state.isSent) {
    state.isSent = true
    const objection = await watching.objection(paused.resourceType === 'Document')
    if (objection === null) return answered(session, paused, watching, state, judged.body)
    await ignoringGone(stop())
    throw objection
  }
  await ignoringGone(stop())
  state.isRepeated ||= pays
  if (state.isSent || pays) return undefined
  state.lacking = judged.lacking
  // The page itself is being left, so it sends no other request: the payment has failed with this error.
  if (state.isExpected && paused.resourceType === 'Document') throw stopped(judged.lacking)
  return undefined
}

/**
 * Returns the request's body with the card in it (`body`), if the stopped request is the one that pays. Otherwise returns why it is not
 * (`lacking`), in words for the user.
 */
function judge({ frameId, request }: Paused, { destinations, card }: CheckoutRequestWatch, state: State) {
  const { url, method, headers, postData } = request
  const lacks = (lacking: string) => ({ lacking })
  if (!destinations.receives(URL.parse(url)?.origin ?? '')) {
    return lacks('goes to another origin than the purchase names, which is not of a known payment provider')
  }
  if (!state.isExpected) return lacks('came before the form was submitted')
  if (!state.payers.has(frameId)) return lacks('is not of the page that was filled')
  if (!BODIED.has(method)) return lacks(`is a ${method}, which shops and browsers keep the address of`)
  if (postData === undefined) return lacks('has a body that cannot be read')
  if (containsCardPlaceholder([url, ...Object.values(headers)].join('\n'), state.typed)) {
    return lacks('has the card number in its address or headers')
  }
  return swapPlaceholderForCard(postData, headerOf(headers, 'content-type'), state.typed, card)
}

/**
 * Sends the stopped request in place of the browser, and gives the browser the answer without the card. Undefined where the answer
 * redirects the browser.
 */
async function answered(
  session: DevToolsSession,
  paused: Paused,
  watching: CheckoutRequestWatch,
  state: State,
  body?: string,
) {
  const { requestId, request } = paused
  const { url, method, headers } = request
  const answer = await relayRequestWithoutCard(
    { url, method, headers, ...(body === undefined ? {} : { body }) },
    watching.card,
  ).catch(async (error: unknown) => {
    await ignoringGone(session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }))
    throw error
  })
  const { status } = answer
  if (status === 307 || status === 308) {
    await ignoringGone(session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }))
    throw new FillError(
      `The shop sent the payment on to another address, which is not followed. ${UNKNOWN_PAYMENT_OUTCOME}`,
      {
        isSent: true,
      },
    )
  }
  state.next = nextOf(answer, url, watching.origin)
  state.redirects += 1
  await ignoringGone(
    session.send('Fetch.fulfillRequest', {
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
function nextOf({ status, headers }: ShopAnswer, url: string, origin: string): string | undefined {
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
