import { setTimeout as delay } from 'node:timers/promises'
import type { Unread } from './picture.ts'

/** How many milliseconds all sections together may take. What is not read by then is reported as not read. */
const MOST_MS = 20_000

/** Reads one thing after the other. What cannot be read does not keep the rest from being read. */
export class Sections {
  readonly unread: Unread[] = []
  readonly #end = performance.now() + MOST_MS

  /** Resolves with what `work` resolves with. `what`: the name of it, in a few words. Resolves with undefined if it could not be read. */
  async read<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    const leftMs = this.#end - performance.now()
    const late = new AbortController()
    try {
      if (leftMs <= 0) throw new Error(TOO_LATE)
      return await Promise.race([
        work(),
        delay(leftMs, undefined, { signal: late.signal, ref: false }).then(() => Promise.reject(new Error(TOO_LATE))),
      ])
    } catch (error) {
      this.unread.push({ what, why: (error as Error).message })
      return undefined
    } finally {
      late.abort()
    }
  }
}

const TOO_LATE = `it took longer than ${MOST_MS / 1000} s`
