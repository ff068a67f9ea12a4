/** A tab that nobody looks at holds nothing after so long. */
const HIDDEN_MS = 60_000

/**
 * Begins something in one tab of the browser at a time, and calls what `begin` answers at its end. The tab that began it keeps it until it
 * is closed, crashes, or has been hidden for a minute; the next one of those that are looked at takes over at once. So there are none where
 * all tabs are hidden. A browser without Web Locks begins it in every tab that is looked at. Answers what ends it all.
 */
export function inOneTab(name: string, begin: () => () => void): () => void {
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

/** Waits for the lock of that name, and keeps it with what it began until the signal aborts. A browser frees it for a tab that is gone. */
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
    if (!signal.aborted) throw error // this tab no longer waits for it
  }
}
