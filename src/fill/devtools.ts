import { resultWithinTimeLimit } from '../lib/traffic/result-in-time.ts'
import { FillError } from './fill-error.ts'

/** A target of a browser (the browser itself, or one of its pages) to which commands of the DevTools protocol go. */
export interface DevToolsSession {
  send<T>(method: string, params?: object): Promise<T>
  on(event: string, listen: (params: never) => void): void
}

/** A connection to a browser on this machine. Commands to the connection itself go to the browser, and not to one of its pages. */
export interface DevToolsBrowser extends DevToolsSession {
  attach(targetId: string): Promise<DevToolsSession>
  /** The DevTools session that the browser itself has opened under this id, for instance with a frame in another process. */
  session(sessionId: string): DevToolsSession
  close(): void
}

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: never
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const COMMAND_MS = 30_000

/**
 * Connects to the browser whose DevTools listen at the address. Throws a FillError if the browser cannot be reached, or runs on another
 * machine.
 */
export async function connectToBrowser(address: string): Promise<DevToolsBrowser> {
  const url = URL.parse(address)
  if (url === null || !LOOPBACK.has(url.hostname)) {
    throw new FillError('The browser must be one of this machine, such as http://127.0.0.1:9222')
  }
  const unreachable = () => new FillError('The browser cannot be reached.')
  const reply = await fetch(new URL('/json/version', url), { signal: AbortSignal.timeout(COMMAND_MS) })
    .then((response) => response.json() as Promise<{ webSocketDebuggerUrl?: string }>)
    .catch(() => {
      throw unreachable()
    })
  const socketUrl = URL.parse(reply.webSocketDebuggerUrl ?? '')
  if (socketUrl === null || !LOOPBACK.has(socketUrl.hostname)) throw new FillError('The browser names another machine.')
  const socket = new WebSocket(socketUrl)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(unreachable()), { once: true })
  })
  return overSocket(socket)
}

function overSocket(socket: WebSocket): DevToolsBrowser {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, ((params: never) => void)[]>()
  const keyOf = (event: string, sessionId = '') => `${sessionId} ${event}`
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, sessionId, method = '', params, result, error } = JSON.parse(String(data)) as Message
    if (id === undefined) {
      for (const listen of listeners.get(keyOf(method, sessionId)) ?? []) listen(params as never)
      return
    }
    const one = waiting.get(id)
    waiting.delete(id)
    // The browser's own error message is left out, because it may repeat the card that was sent to it.
    if (error === undefined) one?.resolve(result)
    else one?.reject(new FillError('The browser refused a step.'))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new FillError('The browser was closed.'))
    waiting.clear()
  })
  const session = (sessionId?: string): DevToolsSession => ({
    send: (method, params = {}) => {
      last += 1
      const id = last
      const answer = Promise.withResolvers<never>()
      waiting.set(id, answer)
      socket.send(JSON.stringify({ id, method, params, sessionId }))
      return resultWithinTimeLimit(answer.promise, COMMAND_MS, () => {
        waiting.delete(id)
        return new FillError('The browser does not answer.')
      })
    },
    on: (event, listen) => {
      const key = keyOf(event, sessionId)
      listeners.set(key, [...(listeners.get(key) ?? []), listen])
    },
  })
  const browser = session()
  return {
    ...browser,
    attach: async (targetId) => {
      const attached = await browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
      return session(attached.sessionId)
    },
    session,
    close: () => socket.close(),
  }
}
