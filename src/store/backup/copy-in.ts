import { once } from 'node:events'
import type pg from 'pg'
import { assertPresent } from '../../lib/assert.ts'

/**
 * Runs a `COPY ... FROM STDIN` on a connection without pipelining, and resolves with the number of rows that the server has stored. If
 * `chunks` throws, the server is told to store nothing, and the error is passed on.
 */
export const copyFromStdin = (client: pg.ClientBase, text: string, chunks: AsyncIterable<Buffer>): Promise<number> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(text, chunks, { resolve, reject }))
  })

/** The driver's connection, with the methods for COPY that its types leave out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

interface Outcome {
  readonly resolve: (rows: number) => void
  readonly reject: (error: Error) => void
}

/** A `COPY ... FROM STDIN` as a query of the driver, which calls the methods that begin with `handle` with the server's messages. */
class CopyIn implements pg.Submittable {
  readonly #text: string
  readonly #chunks: AsyncIterable<Buffer>
  readonly #outcome: Outcome
  readonly #over = new AbortController()
  #ownError: Error | null = null
  #rows: number | null = null

  constructor(text: string, chunks: AsyncIterable<Buffer>, outcome: Outcome) {
    this.#text = text
    this.#chunks = chunks
    this.#outcome = outcome
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#text)
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#send(connection)
  }

  /** `text`: the server's words for what the COPY has done, for instance `COPY 12`. */
  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#rows = Number(text.split(' ')[1])
  }

  handleReadyForQuery(): void {
    if (this.#over.signal.aborted) return
    this.#outcome.resolve(assertPresent(this.#rows, 'a COPY says how many rows it has stored'))
  }

  handleError(error: Error): void {
    this.#over.abort()
    this.#outcome.reject(this.#ownError ?? error)
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { signal } = this.#over
    try {
      for await (const chunk of this.#chunks) {
        if (signal.aborted) return
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal })
      }
      if (!signal.aborted) connection.endCopyFrom()
    } catch (error) {
      if (signal.aborted) return
      this.#ownError = error as Error
      connection.sendCopyFail('the rows could not be read')
    }
  }
}
