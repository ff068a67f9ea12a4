import { parseArgs } from 'node:util'
import { Agent } from 'undici'
import { API_KEY, openStack, type Node, type Stack } from '../support/stack.ts'
import { Latencies } from '../support/latencies.ts'
import { fill } from './fill.ts'
import { makeWorld, purchase, type World } from './world.ts'

/**
 * The time of one authorization beside the number of transactions that its customer has: `npm run bench:growth`. Each size
 * has a node and a PostgreSQL of its own; they are asked in turn, a few hundred requests at a time. Exits 1 where the
 * median of one size is more than 1.3 times that of another.
 */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,100000,1000000' },
    rounds: { type: 'string', default: '30' },
    requests: { type: 'string', default: '100' },
    clients: { type: 'string', default: '4' },
  },
})
const sizes = values.sizes.split(',').map(Number)
const MOST_TIMES_SLOWER = 1.3

interface Contender {
  readonly size: number
  readonly stack: Stack
  readonly node: Node
  readonly world: World
  readonly buys: Latencies
  readonly lists: Latencies
}

const dispatcher = new Agent({ keepAliveTimeout: 60_000 })
const stacks: Stack[] = []
try {
  const contenders: Contender[] = []
  for (const size of sizes) contenders.push(await prepare(size))
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    for (const contender of contenders) await measure(contender, round)
  }
  await print(contenders)
} finally {
  for (const stack of stacks) await stack.close()
  await dispatcher.close()
}

async function prepare(size: number): Promise<Contender> {
  const started = performance.now()
  const stack = await openStack()
  stacks.push(stack)
  const first = await stack.startNode()
  const world = await makeWorld(first.purser)
  await first.stop()
  await fill(stack.database.pool, world.customerId, size)
  const node = await stack.startNode()
  console.log(`${size.toLocaleString('en')} transactions stored in ${seconds(started)} s`)
  return { size, stack, node, world, buys: new Latencies(), lists: new Latencies() }
}

function seconds(started: number): number {
  return Math.round((performance.now() - started) / 1000)
}

/** Round 0 warms up: it reads what the caches of node and database will hold. */
async function measure({ node, world, buys, lists }: Contender, round: number): Promise<void> {
  const clients = Number(values.clients)
  const each = Math.ceil(Number(values.requests) / clients)
  const client = async (name: number) => {
    for (let n = 0; n < each; n += 1) {
      const cardId = world.cardIds[(n + name) % world.cardIds.length] as string
      const ms = await timed(node, '/network/authorizations', purchase(cardId, `${round}-${name}-${n}`))
      if (round > 0) buys.add(ms)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, name) => client(name)))
  for (let n = 0; n < 5; n += 1) {
    const ms = await timed(node, `/transactions?customerId=${world.customerId}&limit=50`)
    if (round > 0) lists.add(ms)
  }
}

async function timed({ baseUrl }: Node, path: string, body?: object): Promise<number> {
  const started = performance.now()
  const reply = await dispatcher.request({
    origin: new URL(baseUrl).origin,
    path: `/v1${path}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.body.text()
  if (reply.statusCode !== 200 || (body && !text.includes('"decision":"approve"'))) throw new Error(text)
  return performance.now() - started
}

async function print(contenders: readonly Contender[]): Promise<void> {
  const rows = []
  for (const { size, stack, buys, lists } of contenders) {
    const memory = await stack.memory()
    const { rows: disk } = await stack.database.pool.query<{ bytes: number }>(
      'select pg_database_size(current_database()) as bytes',
    )
    rows.push({
      transactions: size,
      'p50 ms': buys.shown(0.5),
      'p99 ms': buys.shown(0.99),
      'of least': (median(buys) / Math.min(...contenders.map((each) => median(each.buys)))).toFixed(2),
      'list p50 ms': lists.shown(0.5),
      'node MiB': memory.node,
      'database MiB': memory.database,
      'disk MiB': Math.round((disk[0]?.bytes ?? 0) / 2 ** 20),
    })
  }
  console.log(`${values.rounds} rounds of ${values.requests} authorizations, ${values.clients} clients`)
  console.table(rows)
  const medians = contenders.map(({ buys }) => median(buys))
  if (Math.max(...medians) > MOST_TIMES_SLOWER * Math.min(...medians)) process.exitCode = 1
}

function median(latencies: Latencies): number {
  return latencies.quantile(0.5) ?? Number.NaN
}
