import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { Pool } from 'undici'
import { apiReplyFaults } from '../support/reply-rules.ts'
import { FOREIGN_PAN } from './naughty.ts'
import { anyRequest, type FuzzRequest, operationAt } from './requests.ts'
import { createWorld, tend, type World } from './world.ts'

export interface FuzzOptions {
  readonly baseUrl: string
  readonly adminKey: string
  /** An admin's of another account. */
  readonly foreignKey: string
  readonly requests: number
  readonly seed: number
  /** Called after each part of the run, with the faults so far. */
  readonly progress?: (done: number, faults: number) => Promise<void>
}

export interface FuzzResult {
  readonly seed: number
  readonly requests: number
  readonly statuses: Readonly<Record<string, number>>
  /** Replies by operation, `unknown` where none was reached, and within by status or error code. */
  readonly replies: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** What was wrong, with the request that brought it up. At most a few. */
  readonly faults: readonly string[]
}

const AT_ONCE = 16
/** After so many requests the world is tended. */
const PART = 1000
const MOST_FAULTS = 20
const MOST_REPEATS = 20

/** Sends so many requests made from the operations, and holds every reply against the API document. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { baseUrl, seed, requests } = options
  const world = await createWorld(baseUrl, options.adminKey, options.foreignKey)
  const pool = new Pool(new URL(baseUrl).origin, { connections: AT_ONCE, headersTimeout: 20_000, bodyTimeout: 20_000 })
  const statuses: Record<string, number> = {}
  const replies: Record<string, Record<string, number>> = {}
  const faults: string[] = []

  const one = async (request: FuzzRequest): Promise<void> => {
    const reply = await sendUntilAnswered(pool, request)
    const operation = operationAt(request.method, request.path)
    count(statuses, String(reply.status))
    count((replies[operation] ??= {}), /"error":\{"code":"(\w+)"/.exec(reply.body)?.[1] ?? String(reply.status))
    const found = [
      ...apiReplyFaults({ ...reply, operation, method: request.method, url: request.path }),
      ...leaks(world, operation, reply),
    ]
    if (reply.status >= 500) found.push('a 5xx')
    if (reply.status < 300) world.learn(reply.body)
    if (found.length > 0 && faults.length < MOST_FAULTS) faults.push(describe(request, reply, found))
  }

  const arbitrary = anyRequest(world)
  for (let done = 0; done < requests && faults.length < MOST_FAULTS; done += PART) {
    const numRuns = Math.min(PART, requests - done)
    await atOnce(fc.sample(arbitrary, { seed: seed + done, numRuns }), one)
    await tend(world)
    await options.progress?.(done + numRuns, faults.length)
  }
  await pool.close()
  return { seed, requests, statuses, replies, faults }
}

/** A machine with too much else to do answers 503, and is asked again as clients ask. One that never answers has a fault. */
async function sendUntilAnswered(pool: Pool, request: FuzzRequest): Promise<Reply> {
  let reply = await send(pool, request)
  for (let again = 0; reply.status === 503 && again < MOST_REPEATS; again += 1) {
    await delay(Number(reply.headers['retry-after'] ?? 1) * 1000)
    reply = await send(pool, request)
  }
  return reply
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** Nobody is waited for longer than a second: a request that waits for an intent may take 55. */
const soon = (path: string): string => path.replace(/(?<=[?&]waitSeconds=)\d{1,2}(?=&|$)/, '1')

async function send(pool: Pool, { method, path, headers, body }: FuzzRequest): Promise<Reply> {
  const reply = await pool.request({ method, path: soon(path), headers, body })
  const text = await reply.body.text()
  const flat = Object.entries(reply.headers).map(([name, value]) => [name, value?.toString()])
  return { status: reply.statusCode, headers: Object.fromEntries(flat) as Reply['headers'], body: text }
}

/** Card numbers where none may be: in an error any at all, in an answer one that was issued here. */
function leaks(world: World, operation: string, { status, body }: Reply): string[] {
  if (status < 400 && operation === 'getCardDetails') return []
  const numbers = status < 400 ? world.issuedNumbers : [...world.issuedNumbers, FOREIGN_PAN]
  return [...numbers].some((number) => body.includes(number)) ? ['shows a card number'] : []
}

/** With its seed a run can be repeated; this names the request that mattered. */
const describe = ({ method, path, headers, body }: FuzzRequest, reply: Reply, found: readonly string[]): string =>
  [
    found.join('; '),
    `  ${method} ${path.slice(0, 300)} ${JSON.stringify({ ...headers, authorization: '' })}`,
    `  ${body?.toString().slice(0, 600) ?? 'no body'}`,
    `  ${reply.status} ${reply.body.slice(0, 600)}`,
  ].join('\n')

/** Works through a list with some of it in flight at any time. */
async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item)
    }),
  )
}
