import { askWhetherReached, onReached } from '../api/reach.ts'

/** A page's script that could not be loaded though Purser answers: a newer version has replaced it, or the browser remembers a failure. */
export class ScriptMissing extends Error {}

/** Loads a script of a page. While Purser is away it waits, and the page that was open stays. */
export async function loadScript<T>(load: () => Promise<T>): Promise<T> {
  for (let isLast = false; ;) {
    try {
      return await load()
    } catch (cause) {
      if (isLast) throw new ScriptMissing('The script of this page could not be loaded.', { cause })
      if (await askWhetherReached()) isLast = true
      else await new Promise<void>((resolve) => onceReached(resolve))
    }
  }
}

function onceReached(callback: () => void): void {
  const stop = onReached(() => {
    stop()
    callback()
  })
}

/** When a browser that never is idle loads them all the same. */
const LATEST_MS = 10_000

/** Scripts for parts of pages that are loaded later. A page adds its own when its script is loaded. */
export const laterScripts: (() => Promise<unknown>)[] = []

/**
 * Loads the scripts one after the other once the browser has nothing else to do, so that a click needs none: first what belongs to the page
 * that is open, at last what belongs to the others. Answers what ends that.
 */
export function preload(scripts: readonly (() => Promise<unknown>)[]): () => void {
  let isOver = false
  const loadAll = async () => {
    for (const load of inTurn(scripts)) {
      if (isOver) return
      // The click on its link says why it cannot be loaded.
      if (
        !(await load().then(
          () => true,
          () => false,
        ))
      )
        return
    }
  }
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(() => void loadAll(), { timeout: LATEST_MS })
  else setTimeout(() => void loadAll(), LATEST_MS / 2)
  return () => {
    isOver = true
  }
}

function* inTurn(scripts: readonly (() => Promise<unknown>)[]) {
  yield* laterScripts
  yield* scripts
  yield* laterScripts
}

const RELOADED = 'purser.reloaded-at'
const ONCE_IN_MS = 30_000

/** Loads the document anew, unless that was just done: then it helps nobody. */
export function reloadOnce(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_IN_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return true
}
