import { FillError } from './fill-error.ts'

/** The browser of a Chrome DevTools endpoint: one page of it, on this machine alone. */
export interface Page {
  send<T>(method: string, params?: object): Promise<T>
  on(event: string, listen: (params: never) => void): void
  close(): void
}

interface Target {
  readonly type: string
  readonly url: string
  readonly webSocketDebuggerUrl?: string
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const COMMAND_MS = 30_000

/** The page of the browser that shows the origin. A browser on another machine is refused: the number would cross the network. */
export async function openPage(browser: string, origin: string): Promise<Page> {
  const url = URL.parse(browser)
  if (url === null || !LOOPBACK.has(url.hostname)) {
    throw new FillError('The browser must be one of this machine, such as http://127.0.0.1:9222')
  }
  const targets = (await (await fetch(new URL('/json/list', url))).json()) as Target[]
  const page = targets.find((target) => target.type === 'page' && URL.parse(target.url)?.origin === origin)
  if (page?.webSocketDebuggerUrl === undefined) {
    throw new FillError(
      `No page of the browser shows ${origin}, where this purchase may be paid. Open its checkout there.`,
    )
  }
  const socketUrl = URL.parse(page.webSocketDebuggerUrl)
  if (socketUrl === null || !LOOPBACK.has(socketUrl.hostname)) throw new FillError('The browser names another machine.')
  return connected(socketUrl)
}

async function connected(url: URL): Promise<Page> {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new FillError('The browser cannot be reached.')), { once: true })
  })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, ((params: never) => void)[]>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number
      method?: string
      params?: never
      result?: unknown
      error?: { message: string }
    }
    if (message.id === undefined) {
      for (const listen of listeners.get(message.method ?? '') ?? []) listen(message.params as never)
      return
    }
    const one = waiting.get(message.id)
    waiting.delete(message.id)
    // What the browser complains about may repeat what was sent.
    if (message.error === undefined) one?.resolve(message.result)
    else one?.reject(new FillError('The browser refused a step.'))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new FillError('The page was closed.'))
    waiting.clear()
  })
  return {
    send: <T>(method: string, params: object = {}) =>
      new Promise<T>((resolve, reject) => {
        last += 1
        const id = last
        const timer = setTimeout(() => {
          waiting.delete(id)
          reject(new FillError('The page does not answer.'))
        }, COMMAND_MS)
        const end =
          <V>(then: (value: V) => void) =>
          (value: V) => {
            clearTimeout(timer)
            then(value)
          }
        waiting.set(id, { resolve: end(resolve as (value: unknown) => void), reject: end(reject) })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    on: (event, listen) => listeners.set(event, [...(listeners.get(event) ?? []), listen]),
    close: () => socket.close(),
  }
}
