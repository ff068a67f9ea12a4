import { setTimeout as delay } from 'node:timers/promises'
import { isReadOnlyError } from '../store/connection/database-errors.ts'
import { isTemporaryDatabaseError } from '../store/connection/server-check.ts'
import { OperatorError } from './operator-error.ts'
import { settingOptions, type Settings } from './settings/options.ts'

/** How many milliseconds a start waits for the database to answer. */
const WAIT_MS = 10_000
const RETRY_MS = 500

/**
 * Lets a start wait for a database that does not answer, at whatever step of the start: ten seconds in all by default, from the first step
 * that gets no answer. Then the operator gets an error of one line.
 */
export class StartupDatabaseWait {
  readonly #databaseUrl: string | null
  readonly #waitMs: number
  #deadline: number | null = null

  /** `waitMs`: how many milliseconds the whole start waits for the database. */
  constructor({ databaseUrl }: Pick<Settings, 'databaseUrl'>, waitMs = WAIT_MS) {
    this.#databaseUrl = databaseUrl
    this.#waitMs = waitMs
  }

  /**
   * Repeats an attempt to use the database while the database does not answer. `setting` is the setting that names the database: the error
   * mentions it. Rejects with an OperatorError once the time is over.
   */
  async whileAway<T>(attempt: () => Promise<T>, setting = settingOptions.databaseUrl.env): Promise<T> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (!isTemporaryDatabaseError(error)) throw error
        const now = performance.now()
        this.#deadline ??= now + this.#waitMs
        if (now > this.#deadline) throw new OperatorError(this.#explain(error as Error, setting))
      }
      await delay(RETRY_MS)
    }
  }

  #explain(error: Error, setting: string): string {
    const subject = this.#databaseUrl === null ? 'The embedded PostgreSQL' : `${setting}: the database`
    const problem = isReadOnlyError(error) ? 'takes no writes' : 'does not answer'
    return `${subject} ${problem} (${reason(error)}). Purser waited for it for ${this.#waitMs / 1000} s.`
  }
}

/**
 * The message of an error. Where several addresses were tried, each has an error of its own, and the error that contains them has no
 * message.
 */
const reason = (error: Error): string =>
  error instanceof AggregateError ? error.errors.map((each: Error) => each.message).join('; ') : error.message
