import { useSyncExternalStore } from 'react'

/** Whether Purser answers, and whether the session is open, by the replies and the event stream. */
interface Reach {
  /** Null: Purser answers. Else until when what the pages show was current. */
  readonly currentUntil: number | null
  /** `ended`: by somebody or something else, and the person wants to come back to the page. `left`: they signed out. */
  readonly session: 'open' | 'ended' | 'left'
  /** Whether a request has waited so long for its answer that a person has noticed. */
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

/** Null while Purser answers; else until when what the pages show was current. */
export const useAwaySince = (): number | null => useSyncExternalStore(subscribe, () => reach.currentUntil)

export const useSessionState = (): Reach['session'] => useSyncExternalStore(subscribe, () => reach.session)

export const useIsSlow = (): boolean => useSyncExternalStore(subscribe, () => reach.isSlow)

export const isAway = (): boolean => reach.currentUntil !== null

/** Calls back each time when Purser answers again. Answers what ends that. */
export function onReached(callback: () => void): () => void {
  let wasAway = isAway()
  return subscribe(() => {
    const cameBack = wasAway && !isAway()
    wasAway = isAway()
    if (cameBack) callback()
  })
}

/** Called when Purser has answered or an event came in: the pages are current. */
export function heard(): void {
  heardAt = Date.now()
  if (isAway()) become({ currentUntil: null })
}

const ASK_AGAIN_MS = 2_000
const ANSWER_WITHIN_MS = 5_000
let again: ReturnType<typeof setTimeout> | undefined

/** A request got no answer: asks Purser again at once, because only that request may have failed, and then every two seconds. */
function missed(): void {
  const isFirst = !isAway()
  if (isFirst) become({ currentUntil: heardAt })
  again ??= setTimeout(
    () => {
      again = undefined
      void askWhetherReached()
    },
    isFirst ? 0 : ASK_AGAIN_MS,
  )
}

/** Asks who is signed in, for the sake of the answer alone: Purser may be away, or the session over. */
export async function askWhetherReached(): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  await watchingFetch('/v1/self', { headers: { accept: 'application/json' }, signal }).catch(() => {})
  return !isAway()
}

/** A proxy answers so for a node that is away, and a node whose database is. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504])

/** After so long, a page says that it waits for an answer. */
const SLOW_MS = 5_000
let slowCount = 0

/** Says on the page that it waits, from when an answer takes long until it is there. */
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

/** The `fetch` of every request: no reply is lost on what it says of Purser and of the session. */
export const watchingFetch: typeof fetch = async (url, init) => {
  const asked = sessionCount
  let reply: Response
  try {
    reply = await whileWaiting(fetch(url, init))
  } catch (error) {
    if (!isAbort(error)) missed()
    throw error
  }
  if (AWAY.has(reply.status)) missed()
  else heard()
  if (reply.status === 401 && asked === sessionCount && (await isOfSession(reply))) endSession()
  return reply
}

/** The page itself let the request go. One that took too long is a `TimeoutError`. */
const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

/** A wrong password is refused by 401, too, and ends nothing. */
async function isOfSession(reply: Response): Promise<boolean> {
  const body = (await reply
    .clone()
    .json()
    .catch(() => null)) as { error?: { code?: string } } | null
  return body?.error?.code !== 'sign_in_failed'
}

const endSession = () => become({ session: isLeaving ? 'left' : 'ended' })

/** Called when a person has just signed in. */
export function beginSession(): void {
  sessionCount += 1
  become({ session: 'open' })
}

/** Signs out by `end`. The person does not ask to come back to this page. */
export async function leave(end: () => Promise<unknown>): Promise<void> {
  isLeaving = true
  try {
    await end()
    endSession()
  } finally {
    isLeaving = false
  }
}
