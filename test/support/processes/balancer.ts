import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A load balancer that sends requests to the nodes in turn, over connections that it keeps. */
export interface LoadBalancer {
  readonly origin: string
  /** Whether the node with this origin gets requests. */
  isIn(origin: string): boolean
  close(): Promise<void>
}

export interface BalancerOptions {
  /** The origins of the nodes behind the load balancer. */
  readonly origins: readonly string[]
  /** The interval in which each node's `/readyz` is requested, and the time limit of each of these requests. */
  readonly checkEveryMs: number
  readonly checkTimeoutMs: number
  /** The number of failures in a row after which a node gets no more requests. One success brings it back. */
  readonly failures: number
}

interface Backend {
  readonly origin: string
  readonly agent: Agent
  failed: number
  isIn: boolean
}

/** The balancer's own reply if no node is ready. */
const NO_NODE = 502

/** Opens a load balancer that never sends a request twice: an error on the way to a node is a reply 502 with the code of the error. */
export async function openBalancer(options: BalancerOptions): Promise<LoadBalancer> {
  const backends = options.origins.map((origin): Backend => ({
    origin,
    agent: new Agent({ keepAlive: true }),
    failed: 0,
    isIn: true,
  }))
  let turn = 0
  const server = createServer((incoming, reply) => {
    const inUse = backends.filter(({ isIn }) => isIn)
    const backend = inUse[(turn += 1) % inUse.length]
    if (backend === undefined) fail(reply, 'no node is in')
    else pass(backend, incoming, reply)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stopChecks = backends.map((backend) => keepChecking(backend, options))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isIn: (origin) => backends.some((backend) => backend.origin === origin && backend.isIn),
    close: async () => {
      for (const stop of stopChecks) stop()
      for (const { agent } of backends) agent.destroy()
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function pass({ origin, agent }: Backend, incoming: IncomingMessage, reply: ServerResponse): void {
  const { method, url, headers } = incoming
  const { connection: _ofCaller, ...passed } = headers
  const sent = request(new URL(url ?? '/', origin), { method, headers: passed, agent }, (answer) => {
    const { connection: _ofNode, 'keep-alive': _kept, ...shown } = answer.headers
    reply.writeHead(answer.statusCode ?? NO_NODE, shown)
    answer.on('error', () => reply.destroy())
    answer.pipe(reply)
  })
  sent.on('error', ({ code, message }: NodeJS.ErrnoException) => fail(reply, code ?? message))
  incoming.pipe(sent)
}

function fail(reply: ServerResponse, why: string): void {
  if (reply.headersSent) reply.destroy()
  else reply.writeHead(NO_NODE).end(why)
}

function keepChecking(backend: Backend, { checkEveryMs, checkTimeoutMs, failures }: BalancerOptions): () => void {
  const over = new AbortController()
  const check = async () => {
    const signal = AbortSignal.timeout(checkTimeoutMs)
    const answer = await fetch(new URL('/readyz', backend.origin), { signal }).catch(() => null)
    await answer?.text().catch(() => undefined)
    backend.failed = answer?.ok === true ? 0 : backend.failed + 1
    if (backend.failed === 0 || backend.failed >= failures) backend.isIn = backend.failed === 0
  }
  const run = async () => {
    for (; !over.signal.aborted; await delay(checkEveryMs)) await check()
  }
  void run()
  return () => over.abort()
}
