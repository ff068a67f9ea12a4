import { runInOneTurn } from '../../test/support/turns/in-one-turn.ts'
import { computeSpendExposure, type ExposureInputs } from '../../src/domain/exposure/exposure.ts'
import { emptyLevelSpend, recordApproval } from '../../src/domain/spend/spend-windows.ts'
import { TEST_NOON, cardWithLevels } from '../../test/support/records/subject.ts'
import { Latencies } from '../support/latencies.ts'
import { BENCH_API_KEY, openBenchStack } from '../support/stack.ts'

/**
 * Measures how long the exposure of an agent with 1,000 cards takes: `npm run bench -- exposure`. Each card has limits of its own and a
 * purchase that is held, beneath limits of the agent and the customer. The exit code is 1 if the median is above its bar.
 */
const CARDS = 1000
const REQUESTS = 60
const MOST_MS = 20

const pure = await medianOf('the pure function', () => runInOneTurn(computeSpendExposure(facts())))
const stack = await openBenchStack()
const node = await stack.startNode()
try {
  const { purser, baseUrl } = node
  const { id: customerId } = await purser.customers.create({ email: 'a@example.com', limits: { perMonth: 90_000_000 } })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: 'many', limits: { perWeek: 9_000_000 } })
  for (let n = 0; n < CARDS; n += 50) await Promise.all(Array.from({ length: 50 }, (_, at) => newCard(n + at)))
  async function newCard(n: number): Promise<void> {
    const policy = { limits: { perAuth: 5000 + n, perDay: 20_000 + n } }
    const { id: cardId } = await purser.cards.create({ customerId, agentId, policy, limits: { total: 100_000 + n } })
    await purser.network.authorize({ cardId, amount: 1000 })
  }
  const headers = { authorization: `Bearer ${BENCH_API_KEY}` }
  const asked = await medianOf('by HTTP', async () => {
    const reply = await fetch(`${baseUrl}/agents/${agentId}/exposure`, { headers })
    if (!reply.ok) throw new Error(`the answer was ${reply.status}`)
    await reply.text()
  })
  if (pure > MOST_MS || asked > MOST_MS) process.exitCode = 1
} finally {
  await node.stop()
  await stack.close()
}

function facts(): ExposureInputs {
  const cards = Array.from({ length: CARDS }, (_, n) =>
    cardWithLevels({
      customer: { limits: { perMonth: 90_000_000 } },
      agent: { limits: { perWeek: 9_000_000 } },
      card: {
        id: `card_${n}`,
        policy: { limits: { perAuth: 5000 + n, perDay: 20_000 + n } },
        limits: { total: 100_000 + n },
      },
      spend: { card: recordApproval(emptyLevelSpend, [TEST_NOON - n, 1000]) },
    }),
  )
  const holds = cards.map((_, n) => ({
    customerId: 'cust_1',
    agentId: 'agt_1',
    cardId: `card_${n}`,
    open: 1000,
    counted: [[TEST_NOON - n, 1000] as const],
  }))
  return { subject: cardWithLevels({ card: null }), cards, isPartial: false, holds, now: TEST_NOON }
}

async function medianOf(title: string, run: () => unknown): Promise<number> {
  for (let n = 0; n < 10; n += 1) await run()
  const took = new Latencies()
  for (let n = 0; n < REQUESTS; n += 1) {
    const start = performance.now()
    await run()
    took.add(performance.now() - start)
  }
  const [middle, best] = [took.quantile(0.5) ?? 0, took.quantile(0) ?? 0]
  console.log(`${title}: median ${middle.toFixed(1)} ms, best ${best.toFixed(1)} ms`)
  return middle
}
