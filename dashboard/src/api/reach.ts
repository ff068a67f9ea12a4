import { useSyncExternalStore } from 'react'

/** Whether Purser answers, and whether the session is open, as replies and the event stream show. */
interface Reach {
  /** Null: Purser answers. Otherwise the Unix milliseconds of its last answer, up to which the pages' data were current. */
  readonly currentUntil: number | null
  /** `ended`: the session expired or was ended elsewhere, and the sign-in leads back to the page. `left`: the person signed out. */
  readonly session: 'open' | 'ended' | 'left'
  /** True while a request has waited more than `SLOW_MS` for its answer. */
  readonly isSlow: boolean
}

let reach: Reach = { currentUntil: null, session: 'open', isSlow: false }
let heardAt = Date.now()
/** Counts sign-ins: a late reply of an older session says nothing about the current one. */
let sessionCount = 0
let isLeaving = false
const listeners = new Set<() => void>()

function become(next: Partial<Reach>): void {
  reach = { ...reach, ...next }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The Unix milliseconds of Purser's last answer, while it does not answer. Null: it answers. */
export const useUnreachableSince = (): number | null => useSyncExternalStore(subscribe, () => reach.currentUntil)

export const useSignInSessionState = (): Reach['session'] => useSyncExternalStore(subscribe, () => reach.session)

export const useIsPurserSlow = (): boolean => useSyncExternalStore(subscribe, () => reach.isSlow)

export const isPurserUnreachable = (): boolean => reach.currentUntil !== null

/** Calls back each time Purser answers again after an interruption. Returns a function that ends this. */
export function onPurserReachableAgain(callback: () => void): () => void {
  let wasAway = isPurserUnreachable()
  return subscribe(() => {
    const cameBack = wasAway && !isPurserUnreachable()
    wasAway = isPurserUnreachable()
    if (cameBack) callback()
  })
}

/** Records that Purser has answered or that an event came in: the data of the pages are current. */
export function notePurserAnswered(): void {
  heardAt = Date.now()
  if (isPurserUnreachable()) become({ currentUntil: null })
}

const ASK_AGAIN_MS = 2_000
const ANSWER_WITHIN_MS = 5_000
let again: ReturnType<typeof setTimeout> | undefined

/**
 * Records that a request got no answer. Asks Purser again at once, because only that request may have failed, and then every two seconds.
 */
function missed(): void {
  const isFirst = !isPurserUnreachable()
  if (isFirst) become({ currentUntil: heardAt })
  again ??= setTimeout(
    () => {
      again = undefined
      void checkPurserReachable()
    },
    isFirst ? 0 : ASK_AGAIN_MS,
  )
}

/** Requests `/v1/self` to learn whether Purser answers and the session is open; the content does not matter. True: Purser answers. */
export async function checkPurserReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  await fetchWatchingReachability('/v1/self', { headers: { accept: 'application/json' }, signal }).catch(() => {})
  return !isPurserUnreachable()
}

/** Statuses with which a proxy answers for a node that is down, and a node for a database that is down. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** The wait after which a page of the dashboard says that an answer takes long. */
const SLOW_MS = 5_000
let slowCount = 0

/** Marks the page as slow from `SLOW_MS` after a request until its answer is there. */
function whileWaiting<T>(answer: Promise<T>): Promise<T> {
  let own = 0
  const count = (change: number) => {
    own += change
    slowCount += change
    become({ isSlow: slowCount > 0 })
  }
  const timer = setTimeout(count, SLOW_MS, 1)
  return answer.finally(() => {
    clearTimeout(timer)
    if (own > 0) count(-own)
  })
}

/** The `fetch` of every request: each reply also shows whether Purser answers and the session is open. */
export const fetchWatchingReachability: typeof fetch = async (url, init) => {
  const asked = sessionCount
  let reply: Response
  try {
    reply = await whileWaiting(fetch(url, init))
  } catch (error) {
    if (!isAbort(error)) missed()
    throw error
  }
  if (AWAY.has(reply.status)) missed()
  else notePurserAnswered()
  if (reply.status === 401 && asked === sessionCount && (await isOfSession(reply))) endSession()
  return reply
}

/** Whether the page itself aborted the request. A request that took too long ends with a `TimeoutError` instead. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** Whether a 401 means that the session has ended. A wrong password is refused by 401 as well, and ends no session. */
async function isOfSession(reply: Response): Promise<boolean> {
  const body = (await reply
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: string } } | null
  return body?.error?.code !== 'sign_in_failed'
}

const endSession = () => become({ session: isLeaving ? 'left' : 'ended' })

/** Records that a person has just signed in. */
export function recordSignIn(): void {
  sessionCount += 1
  become({ session: 'open' })
}

/** Signs the person out by `end`. The next sign-in does not lead back to this page. */
export async function endDashboardSession(end: () => Promise<unknown>): Promise<void> {
  isLeaving = true
  try {
    await end()
    endSession()
  } finally {
    isLeaving = false
  }
}
