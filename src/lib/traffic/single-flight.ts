import { resultWithinTimeLimit } from './result-in-time.ts'

/**
 * Runs only one request of a given name at a time on this node. Other requests with the same name wait here, without a database connection,
 * and get the answer of the running request.
 */
export interface SingleFlight {
  /**
   * Runs `work` when no other work of the given name runs on this node. After a wait it calls `answered` first: a result that is not null
   * is the answer, and `work` does not run. Rejects with the error that `late` makes when the wait takes longer than `waitMs`.
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
        await resultWithinTimeLimit(
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
