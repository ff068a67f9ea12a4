import { inTime } from '../../lib/traffic/in-time.ts'
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
    try {
      if (leftMs <= 0) throw tooLate()
      return await inTime(work(), leftMs, tooLate)
    } catch (error) {
      this.unread.push({ what, why: (error as Error).message })
      return undefined
    }
  }
}

const tooLate = () => new Error(`it took longer than ${MOST_MS / 1000} s`)
