import { purser } from '../client.ts'
import { checkPurserReachable, notePurserAnswered, onPurserReachableAgain } from '../reach.ts'

/** The signed-in person and account whose events a tab shows. */
export interface SignedInIdentity {
  readonly id: string
  readonly accountId: string
}

/** A message that the event stream gives to a page. */
export type EventStreamMessage =
  /** The event stream is open. Events from before may have been missed. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'lost' }
  /** More events were missed than the event stream sends again. */
  | { readonly kind: 'reset' }
  /** An event of the account. `resource`: the first part of its type, such as `card`. */
  | { readonly kind: 'event'; readonly resource: string }

/** The wait before the event stream is opened again. A browser gives up after an error answer, such as a proxy's while a node restarts. */
const AGAIN_MS = 3_000

/**
 * Reports the events of a person's account, by `GET /v1/events/stream`. A browser reconnects by itself, from the last event it saw. No
 * event is reported before the service has confirmed that the session is still this person's: another person may have signed in meanwhile,
 * with the same cookie.
 */
export function openEventStream(viewer: SignedInIdentity, tell: (message: EventStreamMessage) => void): () => void {
  let source: EventSource
  let isTheirs = false
  let isEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const again = () => {
    source.close()
    timer = setTimeout(connect, AGAIN_MS)
  }
  const confirm = async (own: EventSource) => {
    const isOurs = await isOf(viewer)
    if (isEnded || source !== own || own.readyState !== EventSource.OPEN) return
    if (isOurs === undefined) return again()
    if (!isOurs) return location.reload()
    isTheirs = true
    tell({ kind: 'opened' })
  }
  const connect = () => {
    const own = new EventSource('/v1/events/stream')
    source = own
    own.addEventListener('open', () => {
      notePurserAnswered()
      void confirm(own)
    })
    own.addEventListener('error', () => {
      if (isTheirs) notePurserAnswered()
      isTheirs = false
      tell({ kind: 'lost' })
      if (own.readyState === EventSource.CLOSED) again()
    })
    own.addEventListener('reset', () => isTheirs && tell({ kind: 'reset' }))
    own.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (!isTheirs) return
      const [resource = ''] = (JSON.parse(data) as { type: string }).type.split('.')
      tell({ kind: 'event', resource })
    })
  }
  connect()
  const stop = onPurserReachableAgain(() => {
    if (source.readyState !== EventSource.CLOSED) return
    clearTimeout(timer)
    connect()
  })
  return () => {
    isEnded = true
    stop()
    clearTimeout(timer)
    source.close()
  }
}

/** Whether the session of this browser is the viewer's. Undefined: the service does not answer now. */
async function isOf(viewer: SignedInIdentity): Promise<boolean | undefined> {
  try {
    const { id, accountId } = await purser.self.get()
    return id === viewer.id && accountId === viewer.accountId
  } catch {
    // An event stream ends after its time, with its session, or with the node, and a browser does not say which: a request finds out.
    void checkPurserReachable()
    return undefined
  }
}
