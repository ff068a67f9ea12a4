import { setImmediate as nextTurn } from 'node:timers/promises'
import { BusyError } from './busy-error.ts'

interface Asked<Question, Answer> {
  readonly question: Question
  resolve(answer: Answer | PromiseLike<Answer>): void
  reject(error: unknown): void
}

/** An answer that is a promise may fail by itself. */
type Ask<Question, Answer> = (questions: readonly Question[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>

export interface GatheredOptions {
  /** Questions that travel together. */
  readonly most: number
  /** Trips at a time. */
  readonly atOnce: number
  /** Questions that may wait. Whoever asks one more is refused. */
  readonly maxWaiting: number
}

/** Answers many callers with few trips: whoever asks while all trips are under way travels with the next one. */
export class Gathered<Question, Answer> {
  readonly #ask: Ask<Question, Answer>
  readonly #options: GatheredOptions
  #waiting: Asked<Question, Answer>[] = []
  #underWay = 0
  #isGathering = false

  /** `ask` answers in the order of the questions. */
  constructor(ask: Ask<Question, Answer>, options: GatheredOptions) {
    this.#ask = ask
    this.#options = options
  }

  get length(): number {
    return this.#waiting.length
  }

  ask(question: Question): Promise<Answer> {
    if (this.#waiting.length >= this.#options.maxWaiting) {
      return Promise.reject(new BusyError('queue_full', 'Too much is asked at once.'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject })
      void this.#gather()
    })
  }

  /** Begins when a turn of the event loop is over: callers that come together travel together. */
  async #gather(): Promise<void> {
    if (this.#isGathering) return
    this.#isGathering = true
    await nextTurn()
    this.#isGathering = false
    this.#begin()
  }

  #begin(): void {
    while (this.#underWay < this.#options.atOnce && this.#waiting.length > 0) {
      void this.#travel(this.#waiting.splice(0, this.#options.most))
    }
  }

  async #travel(asked: readonly Asked<Question, Answer>[]): Promise<void> {
    this.#underWay += 1
    try {
      const answers = await this.#ask(asked.map(({ question }) => question))
      asked.forEach(({ resolve }, index) => resolve(answers[index] as Answer | PromiseLike<Answer>))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    } finally {
      this.#underWay -= 1
      this.#begin()
    }
  }
}
