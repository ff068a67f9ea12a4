interface Viewer {
  readonly id: string
  readonly accountId: string
}

/** A channel by which a tab tells the others who has signed in: all tabs of a browser have one session. */
const channel = new BroadcastChannel('purser-signed-in')

export function tellTabsWhoSignedIn({ id, accountId }: Viewer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- `channel` is a BroadcastChannel, and no window
  channel.postMessage({ id, accountId } satisfies Viewer)
}

/**
 * Reloads the page when another person signs in in another tab: its data and pending decisions are not that person's. Returns a function
 * that ends this.
 */
export function reloadForAnotherPerson({ id, accountId }: Viewer): () => void {
  const hear = ({ data }: MessageEvent<Viewer>) => {
    if (data.id !== id || data.accountId !== accountId) location.reload()
  }
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}
