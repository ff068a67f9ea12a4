interface Viewer {
  readonly id: string
  readonly accountId: string
}

/** All tabs of a browser have one session. This channel says to the others whose it is. */
const channel = new BroadcastChannel('purser-signed-in')

export function sayWhoSignedIn({ id, accountId }: Viewer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, no window
  channel.postMessage({ id, accountId } satisfies Viewer)
}

/**
 * Loads the page anew where another person has signed in in another tab: what it shows and would decide is not that person's. Answers what
 * ends that.
 */
export function reloadForAnother({ id, accountId }: Viewer): () => void {
  const hear = ({ data }: MessageEvent<Viewer>) => {
    if (data.id !== id || data.accountId !== accountId) location.reload()
  }
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}
