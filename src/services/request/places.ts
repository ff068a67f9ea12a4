import type { ApiError } from '../../contract/errors.ts'
import { unavailable } from '../../contract/unavailable.ts'

export interface PlacesOptions {
  /** Of one caller, and of all, on this node. */
  readonly ofCaller: number
  readonly ofAll: number
  /** What a caller is told who has as many as one may. */
  readonly tooMany: () => ApiError
}

/** Room for requests that stay for long: so many of one caller, and so many of all. */
export class Places {
  readonly #options: PlacesOptions
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(options: PlacesOptions) {
    this.#options = options
  }

  /** Answers what gives the place back: once, for further calls do nothing. Throws where there is none. */
  take(callerId: string): () => void {
    const { ofCaller, ofAll, tooMany } = this.#options
    const own = this.#taken.get(callerId) ?? 0
    if (own >= ofCaller) throw tooMany()
    if (this.#all >= ofAll) throw unavailable('queue_full', { retryAfterSeconds: 5 })
    this.#taken.set(callerId, own + 1)
    this.#all += 1
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#all -= 1
      const left = (this.#taken.get(callerId) ?? 0) - 1
      if (left > 0) this.#taken.set(callerId, left)
      else this.#taken.delete(callerId)
    }
  }
}
