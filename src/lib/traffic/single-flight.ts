import { inTime } from './in-time.ts'

/**
 * Of requests with the same name one runs on this node at a time. The others wait here, where they hold no database
 * connection, and share its answer.
 */
export interface SingleFlight {
  /**
   * Runs `work` when nothing of that name runs here any more. After a wait `answered` is asked first: what it answers is
   * the result. Throws what `late` makes when the wait takes longer than `waitMs`.
   */
  run<T>(
    name: string,
    flight: { work: () => Promise<T>; answered: () => Promise<T | null>; late: () => Error },
  ): Promise<T>
}

export function createSingleFlight(waitMs: number): SingleFlight {
  const running = new Map<string, Promise<unknown>>()

  return {
    async run(name, { work, answered, late }) {
      const startedAt = performance.now()
      for (let first = running.get(name); first !== undefined; first = running.get(name)) {
        await inTime(
          first.catch(() => undefined),
          startedAt + waitMs - performance.now(),
          late,
        )
        const answer = await answered()
        if (answer !== null) return answer
      }
      const mine = work().finally(() => running.delete(name))
      running.set(name, mine)
      return mine
    },
  }
}
