import { checkPurserReachable, onPurserReachableAgain } from '../api/reach.ts'

/** A page's script that could not be loaded though Purser answers: a newer version has replaced it, or the browser remembers a failure. */
export class PageScriptMissing extends Error {}

/** Loads a page's script. While Purser does not answer, it waits, and the page that was open stays. */
export async function loadPageScript<T>(load: () => Promise<T>): Promise<T> {
  for (let isLast = false; ;) {
    try {
      return await load()
    } catch (cause) {
      if (isLast) throw new PageScriptMissing('The script of this page could not be loaded.', { cause })
      if (await checkPurserReachable()) isLast = true
      else await new Promise<void>((resolve) => onceReached(resolve))
    }
  }
}

function onceReached(callback: () => void): void {
  const stop = onPurserReachableAgain(() => {
    stop()
    callback()
  })
}

/** The wait after which the scripts of other pages are loaded although the browser was never idle. */
const LATEST_MS = 10_000

/** Scripts of parts of pages that are loaded when the browser is idle. A page adds its own parts when its script is loaded. */
export const scriptsToPreload: (() => Promise<unknown>)[] = []

/**
 * Loads all scripts one after the other once the browser is idle, so that a click need not wait for one: first those of parts of the open
 * page, then those of other pages and their parts. Returns a function that ends it.
 */
export function preloadScripts(scripts: readonly (() => Promise<unknown>)[]): () => void {
  let isOver = false
  const loadAll = async () => {
    for (const load of inTurn(scripts)) {
      if (isOver) return
      // A script that cannot be loaded is reported when a click needs it.
      if (
        !(await load().then(
          () => true,
          () => false,
        ))
      )
        return
    }
  }
  // Safari has no `requestIdleCallback`, so the scripts are loaded after a fixed time.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void loadAll(), { timeout: LATEST_MS })
  else setTimeout(() => void loadAll(), LATEST_MS / 2)
  return () => {
    isOver = true
  }
}

function* inTurn(scripts: readonly (() => Promise<unknown>)[]) {
  yield* scriptsToPreload
  yield* scripts
  yield* scriptsToPreload
}

const RELOADED = 'purser.reloaded-at'
const ONCE_IN_MS = 30_000

/** Reloads the document, unless it was reloaded in the last 30 seconds: another reload would not help. False: it was not reloaded. */
export function reloadDocumentOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_IN_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return true
}
