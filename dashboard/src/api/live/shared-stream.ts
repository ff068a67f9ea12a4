import { openEventStream, type EventStreamMessage, type SignedInIdentity } from './event-stream.ts'
import { runInOneTab } from './one-tab.ts'

/** Messages between tabs: those of the event stream, and whether it is open. They carry types of resources, and no data. */
type Said =
  | EventStreamMessage
  | { readonly kind: 'asks' }
  /** The answer of the tab that has the event stream to the question `asks` of another tab: the stream was open already. */
  | { readonly kind: 'isOpen' }
  /** The tab that had the event stream lets go of it: another tab opens it, unless all are hidden. */
  | { readonly kind: 'isClosed' }

/**
 * Reports the messages of one event stream to every tab of the browser. A browser opens six connections to a host over HTTP/1.1: with a
 * stream in each, six tabs would leave none for requests. Tabs of another person use another channel. Returns a function that ends it in
 * this tab.
 */
export function shareEventStream(
  viewer: SignedInIdentity,
  hear: (said: Exclude<Said, { kind: 'asks' }>) => void,
): () => void {
  const name = `purser-events ${viewer.accountId} ${viewer.id}`
  const channel = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- `channel` is a BroadcastChannel, and no window
  const post = (said: Said): void => channel.postMessage(said)
  let isOpenHere = false
  const say = (said: Exclude<Said, { kind: 'asks' }>) => {
    isOpenHere = said.kind === 'opened' || (isOpenHere && (said.kind === 'event' || said.kind === 'reset'))
    post(said)
    hear(said)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind !== 'asks') hear(data)
    else if (isOpenHere) post({ kind: 'isOpen' })
  })
  const end = runInOneTab(name, () => {
    const close = openEventStream(viewer, say)
    return () => {
      close()
      say({ kind: 'isClosed' })
    }
  })
  post({ kind: 'asks' })
  return () => {
    end()
    channel.close()
  }
}
