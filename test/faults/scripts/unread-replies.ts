import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { BENCH_API_KEY, openBenchStack } from '../../../bench/support/stack.ts'
import { assertPresent } from '../../../src/lib/assert.ts'

/**
 * So many readers that never read, each asking so often for the largest pages there are:
 * `node test/faults/scripts/unread-replies.ts 20 3`. Exits 1 where the resident memory of the node grows by 150 MB or more, or
 * where their API key gets no page again when their replies are older than 30 s. What pages cost whoever reads them comes before.
 */
const READERS = Number(process.argv[2] ?? 20)
const REQUESTS_EACH = Number(process.argv[3] ?? 3)
const MOST_GROWTH_MEBIBYTES = 150e6 / 2 ** 20
const LOOK_EVERY_MS = 50
const UNREAD_MS = 36_000
const ROWS = 100

const stack = await openBenchStack()
try {
  const node = await stack.startNode()
  const { id: customerId } = await node.purser.customers.create({ email: 'unread@example.com' })
  const policy = { allowedMerchants: Array.from({ length: 310 }, (_, n) => 'm'.repeat(200) + n) }
  const metadata = { text: 'x'.repeat(16_000) }
  for (let n = 0; n < ROWS; n += 1) {
    await node.purser.agents.create({ customerId, externalId: `a${n}`, policy, metadata })
  }
  const memory = async () => assertPresent((await stack.memory(node)).node, 'the system tells the memory of a process')
  for (let n = 0; n < ROWS; n += 1) await statusOfPage(node.baseUrl)
  const before = await memory()
  const sockets = Array.from({ length: READERS }, () => reader(new URL(node.baseUrl)))
  let most = before
  for (const until = performance.now() + UNREAD_MS; performance.now() < until; await delay(LOOK_EVERY_MS)) {
    most = Math.max(most, await memory())
  }
  const status = await statusOfPage(node.baseUrl)
  for (const socket of sockets) socket.destroy()
  const growth = most - before
  console.table({
    readers: READERS,
    'before MiB': before,
    'most MiB': most,
    'growth MiB': growth,
    'then a page': status,
  })
  if (growth >= MOST_GROWTH_MEBIBYTES || status !== 200) process.exitCode = 1
} finally {
  await stack.close()
}

/** Asks, and takes nothing: what comes fills the buffers of both systems, and then the node's memory. */
function reader({ hostname, port }: URL): Socket {
  const socket = connect({ port: Number(port), host: hostname }).pause()
  const request = `GET /v1/agents?limit=${ROWS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${BENCH_API_KEY}\r\n\r\n`
  socket.write(request.repeat(REQUESTS_EACH))
  return socket.on('error', () => socket.destroy())
}

async function statusOfPage(baseUrl: string): Promise<number> {
  const reply = await fetch(`${baseUrl}/agents?limit=${ROWS}`, {
    headers: { authorization: `Bearer ${BENCH_API_KEY}` },
  })
  await reply.arrayBuffer()
  return reply.status
}
