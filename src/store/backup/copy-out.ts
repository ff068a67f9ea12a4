import { Readable } from 'node:stream'
import type pg from 'pg'

const BLOCK_BYTES = 64 * 1024

/** The most bytes of a `COPY` that may wait for their reader. At that number the server is made to wait. */
const WAITING_BYTES = 16 * BLOCK_BYTES

/** Runs a `COPY ... TO STDOUT` on a connection without pipelining. The stream has the rows in blocks, however narrow each row is. */
export const copyToStdout = (client: pg.ClientBase, text: string): Readable => client.query(new CopyOut(text))

/**
 * A `COPY ... TO STDOUT` as a query of the driver, which has none for COPY. The driver calls the methods that begin with `handle` with the
 * server's messages.
 */
class CopyOut extends Readable implements pg.Submittable {
  readonly #text: string
  #connection: pg.Connection | null = null
  #block = Buffer.allocUnsafe(BLOCK_BYTES)
  #used = 0

  constructor(text: string) {
    super({ highWaterMark: WAITING_BYTES })
    this.#text = text
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#text)
  }

  /** Copies the rows out of the server's message, because the driver uses the memory of a message again. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.#used + chunk.length > BLOCK_BYTES) this.#pass()
    if (chunk.length > BLOCK_BYTES) return this.#give(Buffer.from(chunk))
    this.#used += chunk.copy(this.#block, this.#used)
  }

  handleCommandComplete(): void {
    this.#pass()
  }

  handleReadyForQuery(): void {
    this.#connection?.stream.resume() // the next query needs the answers of the server
    if (!this.destroyed) this.push(null)
  }

  handleError(error: Error): void {
    this.#connection?.stream.resume()
    this.destroy(error)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  #pass(): void {
    if (this.#used === 0) return
    const block = this.#block.subarray(0, this.#used)
    this.#block = Buffer.allocUnsafe(BLOCK_BYTES)
    this.#used = 0
    this.#give(block)
  }

  #give(block: Buffer): void {
    if (!this.destroyed && !this.push(block)) this.#connection?.stream.pause()
  }
}
