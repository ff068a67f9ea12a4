import { resultWithinTimeLimit } from '../../lib/traffic/result-in-time.ts'
import type { UnreadPurserStateSection } from './purser-state.ts'

/** How many milliseconds reading all sections of Purser's state may take. Sections that are not read by then are reported as not read. */
const MOST_MS = 20_000

/**
 * Reads the sections of what `purser status` and `purser doctor` show, one after the other. A section that cannot be read does not keep the
 * others from being read.
 */
export class PurserStateReader {
  readonly unread: UnreadPurserStateSection[] = []
  readonly #end = performance.now() + MOST_MS

  /**
   * Reads a section of Purser's state by `work`, and resolves with it. `what`: its name in a few words. Undefined: it could not be read.
   */
  async read<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    const leftMs = this.#end - performance.now()
    try {
      if (leftMs <= 0) throw tooLate()
      return await resultWithinTimeLimit(work(), leftMs, tooLate)
    } catch (error) {
      this.unread.push({ what, why: (error as Error).message })
      return undefined
    }
  }
}

const tooLate = () => new Error(`it took longer than ${MOST_MS / 1000} s`)
