import { hash } from 'node:crypto'
import pg from 'pg'
import { isOutdatedPreparedStatement } from './database-errors.ts'

/**
 * The most statements that get names. Each name costs memory on every connection, and more different texts than this are a mistake in the
 * program.
 */
const MOST_NAMES = 500
const names = new Map<string, string>()
/** Matches statements that the server plans, unlike `begin` and the like. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST_NAMES || !PLANNED.test(text)) return known
  const name = `s_${hash('sha256', text, 'base64url').slice(0, 12)}`
  names.set(text, name)
  return name
}

type Callback = (error: Error | null, result?: pg.QueryResult) => void
type Sent = [text: unknown, values?: unknown, callback?: Callback]

/**
 * A connection that names every statement with parameters by its text, so that the server parses and plans the text only once for each
 * connection. That halves the time of a read by a key.
 */
export class StatementNamingClient extends pg.Client {
  /**
   * The end of the names of prepared statements. It is incremented when the server no longer knows the statements of this connection, so
   * that new names are used from then on.
   */
  #generation = 0

  // oxlint-disable-next-line typescript/no-explicit-any -- `query` has eight signatures: texts with parameters are named, the others are passed on
  override query(...sent: any[]): any {
    const [text, values, callback] = sent as Sent
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    if (name === undefined) return this.#pass(...sent)
    const answer = this.#named(name, { text, values })
    if (callback === undefined) return answer
    // oxlint-disable-next-line promise/no-callback-in-promise -- a pool passes a callback
    answer.then((result) => callback(null, result), callback)
    return undefined
  }

  async #named(name: string, statement: object): Promise<pg.QueryResult> {
    const generation = this.#generation
    const send = () => this.#pass({ name: `${name}${this.#generation || ''}`, ...statement }) as Promise<pg.QueryResult>
    return send().catch((error: unknown) => {
      if (!isOutdatedPreparedStatement(error)) throw error
      if (this.#generation === generation) this.#generation += 1
      if (this.getTransactionStatus() !== 'I') throw error
      return send()
    })
  }

  #pass(...sent: unknown[]): unknown {
    return (super.query as (...all: unknown[]) => unknown)(...sent)
  }
}
