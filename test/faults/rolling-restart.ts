import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { type NodeProcess, startNodeProcess } from '../support/processes/node-process.ts'
import { freePort } from '../support/receivers/free-port.ts'
import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'

/** A node that is started again where it was. */
export interface Restartable {
  readonly origin: string
  readonly node: () => NodeProcess
  /** After its end. */
  again(): Promise<void>
}

export async function startRestartable(
  connection: PostgresSocketConnection,
  env: Record<string, string>,
  onStart: (node: NodeProcess) => void = () => undefined,
): Promise<Restartable> {
  const port = await freePort()
  const start = async () => {
    const node = await startNodeProcess(connection, { ...env, PORT: port })
    onStart(node)
    return node
  }
  let node = await start()
  return {
    origin: `http://127.0.0.1:${port}`,
    node: () => node,
    again: async () => {
      node = await start()
    },
  }
}

export interface LoadOptions {
  /** Of the balancer. */
  readonly origin: string
  readonly cardId: string
  /** Callers, each with a connection of its own, who ask one request after the other. */
  readonly lanes: number
  readonly perSecond: number
}

export interface Load {
  /** What was answered so far. */
  readonly asked: () => number
  /** The status and text of each answer but 200. */
  readonly failed: readonly string[]
  /** Resolves when the last request is answered. */
  stop(): Promise<void>
}

/** Purchases through a balancer, none of which is sent again. */
export function openLoad({ origin, cardId, lanes, perSecond }: LoadOptions): Load {
  const agent = new Agent({ keepAlive: true })
  const failed: string[] = []
  const startedAt = performance.now()
  const over = new AbortController()
  let [taken, asked] = [0, 0]
  const body = JSON.stringify({ cardId, amount: 1 })
  const lane = async () => {
    while (!over.signal.aborted) {
      const dueAt = startedAt + ((taken += 1) * 1000) / perSecond
      await delay(Math.max(0, dueAt - performance.now()))
      const { status, text } = await buy(new URL('/v1/network/authorizations', origin), { agent, body })
      asked += 1
      if (status !== 200) failed.push(`${status} ${text}`)
    }
  }
  const running = Promise.all(Array.from({ length: lanes }, lane))
  return {
    asked: () => asked,
    failed,
    stop: async () => {
      over.abort()
      await running
      agent.destroy()
    },
  }
}

const buy = (url: URL, { agent, body }: { agent: Agent; body: string }) =>
  new Promise<{ status: number; text: string }>((resolve) => {
    const headers = { authorization: `Bearer ${TEST_API_KEY}`, 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', headers, agent }, (reply) => {
      let text = ''
      reply.on('data', (data: Buffer) => (text += data.toString()))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
      reply.on('error', (error) => resolve({ status: 0, text: String(error) }))
    })
    sent.on('error', (error) => resolve({ status: 0, text: String(error) }))
    sent.end(body)
  })
