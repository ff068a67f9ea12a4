import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The fate of a request at the issuer's API: executed and answered, at once or later; executed, with the connection cut before the answer;
 * or answered with this error and not executed.
 */
export type IssuerRequestFate =
  | 'well'
  | 'cut off'
  | { readonly answeredAfter: Promise<void> }
  | { readonly status: number; readonly message: string; readonly retryAfter?: string }

export interface IssuerApiAnswer {
  readonly status: number
  readonly body: object
}

/** The properties of a call to an issuer's API by which the stand-in remembers its answer. */
interface Call {
  readonly path: string
  readonly key: string | undefined
}

/**
 * A stand-in for the API of an issuer, with the operations that Purser calls, on a port of its own. It can be down. It remembers requests:
 * the same idempotency key with the same request gets the same answer, and with another request a refusal.
 */
export abstract class IssuerApi<C extends Call> {
  /** All calls to the API in their order, including those that were not executed. */
  readonly calls: C[] = []
  /** Decides whether a request to the stand-in of the issuer's API is executed, and answered. */
  fate: (call: C) => IssuerRequestFate = () => 'well'
  /** All answers of the issuer's API wait for this promise. Null: answers are sent at once. */
  gate: Promise<void> | null = null
  readonly #remembered = new Map<string, { readonly request: string; readonly answer: IssuerApiAnswer }>()
  #server: Server | null = null
  #port = 0

  /** The issuer's error for an idempotency key that was used for another request. */
  protected abstract readonly keyReused: string
  protected abstract errorOf(message: string): object
  protected abstract callOf(request: IncomingMessage, url: URL, text: string): C
  protected abstract perform(call: C): IssuerApiAnswer | Promise<IssuerApiAnswer>

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Starts the API, at the same port as before, if it ran before. */
  async up(): Promise<void> {
    const server = createServer((request, reply) => void this.#receive(request, reply))
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async down(): Promise<void> {
    const server = this.#server
    this.#server = null
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server === null ? resolve() : server.close(() => resolve())))
  }

  /** Makes the issuer's API forget its idempotency keys, as it does after a day. */
  forgetKeys(): void {
    this.#remembered.clear()
  }

  /** The refusal of a caller that may not call the API; null: the caller may. */
  protected strangerAt(_request: IncomingMessage): IssuerApiAnswer | null {
    return null
  }

  protected refused(message: string): IssuerApiAnswer {
    return { status: 400, body: this.errorOf(message) }
  }

  async #receive(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const call = this.callOf(request, new URL(request.url ?? '', this.url), text)
    this.calls.push(call)
    const fate = this.fate(call)
    if (this.gate !== null) await this.gate
    if (typeof fate === 'object' && 'status' in fate)
      return send(reply, { status: fate.status, body: this.errorOf(fate.message) }, fate.retryAfter)
    const answer = this.strangerAt(request) ?? (await this.#answer(call, text))
    if (fate === 'cut off') return void request.socket.destroy()
    if (typeof fate === 'object') await fate.answeredAfter
    send(reply, answer)
  }

  async #answer(call: C, text: string): Promise<IssuerApiAnswer> {
    const request = `${call.path} ${text}`
    const remembered = this.#remembered.get(call.key ?? '')
    if (remembered?.request === request) return remembered.answer
    if (remembered !== undefined) return this.refused(this.keyReused)
    const answer = await this.perform(call)
    if (call.key !== undefined && answer.status === 200) this.#remembered.set(call.key, { request, answer })
    return answer
  }
}

function send(reply: ServerResponse, { status, body }: IssuerApiAnswer, retryAfter?: string): void {
  const headers = {
    'content-type': 'application/json',
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  }
  reply.writeHead(status, headers).end(JSON.stringify(body))
}
