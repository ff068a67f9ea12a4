/** How many milliseconds a tab of the browser keeps the work that one tab does for all, after the tab was hidden. */
const HIDDEN_MS = 60_000

/**
 * Runs `begin` in one tab of the browser at a time, and calls the function that it returns to end the work. The tab that began keeps the
 * work until it is closed, crashes, or has been hidden for a minute; then the next visible tab takes over at once. Where all tabs are
 * hidden, none works. A browser without Web Locks runs it in every visible tab. Returns a function that ends it in this tab.
 */
export function runInOneTab(name: string, begin: () => () => void): () => void {
  let candidacy: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const apply = () => {
    if (candidacy !== undefined) return
    candidacy = new AbortController()
    void whileLocked(name, candidacy.signal, begin)
  }
  const withdraw = () => {
    candidacy?.abort()
    candidacy = undefined
  }
  const look = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'visible') apply()
    else timer = setTimeout(withdraw, HIDDEN_MS)
  }

  apply()
  look()
  document.addEventListener('visibilitychange', look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    clearTimeout(timer)
    withdraw()
  }
}

/**
 * Waits for the Web Lock of that name, runs `begin`, and keeps the lock until the signal aborts. A browser frees the lock of a tab that is
 * gone.
 */
async function whileLocked(name: string, signal: AbortSignal, begin: () => () => void): Promise<void> {
  const keep = () =>
    new Promise<void>((resolve) => {
      const end = begin()
      signal.addEventListener('abort', () => {
        end()
        resolve()
      })
    })
  const locks = navigator.locks as LockManager | undefined
  if (locks === undefined) return keep()
  try {
    await locks.request(name, { signal }, () => (signal.aborted ? undefined : keep()))
  } catch (error) {
    if (!signal.aborted) throw error // an aborted wait for the lock is no error
  }
}
