import { Socket } from 'node:net'

type Callback = (error?: Error | null) => void

/**
 * A socket that sends everything that is written in one turn of the event loop in one system call. A batch writes eight statements in one
 * turn, and each system call wakes the database.
 */
export class WriteGatheringSocket extends Socket {
  #isGathering = false

  override write(
    chunk: Uint8Array | string,
    encodingOrCallback?: BufferEncoding | Callback,
    callback?: Callback,
  ): boolean {
    if (!this.#isGathering) this.#gather()
    return typeof encodingOrCallback === 'string'
      ? super.write(chunk, encodingOrCallback, callback)
      : super.write(chunk, encodingOrCallback)
  }

  #gather(): void {
    this.#isGathering = true
    this.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.uncork()
    })
  }
}
