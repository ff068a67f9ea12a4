interface Message {
  readonly id?: string
  readonly event?: string
  readonly data?: { readonly type: string; readonly data: Record<string, unknown> }
}

/** A reader of the event stream, like a browser's. */
export class TestEventStreamReader {
  readonly reply: Response
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''

  constructor(reply: Response) {
    this.reply = reply
    this.#reader = (reply.body as ReadableStream<Uint8Array>).getReader()
  }

  /** Resolves to the next message of the event stream, or to null at its end. */
  async next(): Promise<Message | null> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end !== -1) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
        if (!fields.has('data')) continue
        const { data = '', ...rest } = Object.fromEntries(fields)
        return { ...rest, data: JSON.parse(data) as NonNullable<Message['data']> }
      }
      const { value, done } = await this.#reader.read().catch(() => ({ value: undefined, done: true }))
      if (done) return null
      this.#text += this.#decoder.decode(value, { stream: true })
    }
  }

  /** Resolves to the next message of the event stream with this type, and about this id if one is given. */
  async until(type: string, id?: string): Promise<Message> {
    for (;;) {
      const message = await this.next()
      if (message === null) throw new Error(`the stream ended before ${type}`)
      if (message.data?.type === type && (id === undefined || Object.values(message.data.data).includes(id)))
        return message
    }
  }

  stop(): Promise<void> {
    return this.#reader.cancel()
  }
}
