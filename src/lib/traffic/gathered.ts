import { setImmediate as nextTurn } from 'node:timers/promises'
import { ServiceBusyError } from './busy-error.ts'

interface PendingQuestion<Question, Answer> {
  readonly question: Question
  resolve(answer: Answer | PromiseLike<Answer>): void
  reject(error: unknown): void
}

/**
 * Answers the questions of several callers in one round trip, in the order of the questions. An answer may be a promise: where it rejects,
 * only the caller of that question gets the error.
 */
type Ask<Question, Answer> = (questions: readonly Question[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>

export interface GatheredDatabaseQuestionsOptions {
  /** How many questions to the database may share one round trip. */
  readonly most: number
  /** How many round trips to the database may run at a time. */
  readonly atOnce: number
  /** How many questions may wait for a round trip. Further questions are refused with `ServiceBusyError`. */
  readonly maxWaiting: number
}

/**
 * How many callers get their answers in one turn of the event loop, which then also runs the work that these callers do at once with their
 * answers.
 */
const ANSWERED_IN_A_TURN = 16

async function handOut<Question, Answer>(
  pending: readonly PendingQuestion<Question, Answer>[],
  answers: readonly (Answer | PromiseLike<Answer>)[],
): Promise<void> {
  // An answer's promise may reject before its caller gets it. A rejection that nobody handles by then would end the process.
  for (const answer of answers) if (answer instanceof Promise) answer.catch(() => undefined)
  for (const [at, { resolve }] of pending.entries()) {
    if (at > 0 && at % ANSWERED_IN_A_TURN === 0) await nextTurn()
    resolve(answers[at] as Answer | PromiseLike<Answer>)
  }
}

/** Answers many callers with few round trips: questions that come while all trips are under way share the next one. */
export class GatheredDatabaseQuestions<Question, Answer> {
  readonly #ask: Ask<Question, Answer>
  readonly #options: GatheredDatabaseQuestionsOptions
  #waiting: PendingQuestion<Question, Answer>[] = []
  #underWay = 0
  #isGathering = false

  /** `ask`: asks the database a list of questions in one round trip, and answers in their order. */
  constructor(ask: Ask<Question, Answer>, options: GatheredDatabaseQuestionsOptions) {
    this.#ask = ask
    this.#options = options
  }

  /** How many questions to the database wait for a round trip. */
  get length(): number {
    return this.#waiting.length
  }

  /**
   * Asks a question in one of the shared round trips. Rejects with `ServiceBusyError` where too many questions wait, and with the error of the
   * round trip.
   */
  ask(question: Question): Promise<Answer> {
    if (this.#waiting.length >= this.#options.maxWaiting) {
      return Promise.reject(new ServiceBusyError('queue_full', 'Too many questions of this kind wait.'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject })
      void this.#gather()
    })
  }

  /** Begins a round trip when the turn of the event loop is over, so that questions that arrive together share the trip. */
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

  async #travel(pending: readonly PendingQuestion<Question, Answer>[]): Promise<void> {
    this.#underWay += 1
    try {
      const answers = await this.#ask(pending.map(({ question }) => question))
      void handOut(pending, answers)
    } catch (error) {
      for (const { reject } of pending) reject(error)
    } finally {
      this.#underWay -= 1
      this.#begin()
    }
  }
}
