import { purser } from '../client.ts'
import { askWhetherReached, heard, onReached } from '../reach.ts'

/** A person of an account, whose events a tab shows. */
export interface Viewer {
  readonly id: string
  readonly accountId: string
}

/** A message of the event stream. */
export type StreamMessage =
  /** The stream is open. Events from before may have been missed. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'lost' }
  /** More events were missed than the stream sends again. */
  | { readonly kind: 'reset' }
  /** An event of the account. `resource`: the type of the resource that it is about. */
  | { readonly kind: 'event'; readonly resource: string }

/** A browser gives up where it was answered by an error, of a proxy whose node restarts: we ask again after so long. */
const AGAIN_MS = 3_000

/**
 * Tells of the events of a person's account, by `GET /v1/events/stream`. A browser reconnects by itself, from the last event it saw.
 * Nothing is told before it is known that the stream is that person's: meanwhile another one may have signed in, with the same cookie.
 */
export function openEventStream(viewer: Viewer, tell: (message: StreamMessage) => void): () => void {
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
      heard()
      void confirm(own)
    })
    own.addEventListener('error', () => {
      if (isTheirs) heard()
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
  const stop = onReached(() => {
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

/** Whether that person is signed in. Undefined: nobody answers that now. */
async function isOf(viewer: Viewer): Promise<boolean | undefined> {
  try {
    const { id, accountId } = await purser.self.get()
    return id === viewer.id && accountId === viewer.accountId
  } catch {
    // A stream ends by its time, with its session, or with the node: a browser does not say which.
    void askWhetherReached()
    return undefined
  }
}
