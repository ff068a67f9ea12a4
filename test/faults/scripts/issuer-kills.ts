import { setTimeout as passed } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Purser } from '../../../clients/typescript/src/client.ts'
import type { PostgresSocketConnection } from '../../../src/app/postgres/connection.ts'
import { sideBySide } from '../../model/engine/side-by-side.ts'
import { type Random, seededRandom } from '../../model/random.ts'
import { StripeApi } from '../../support/issuers/stripe-api.ts'
import { startNodeProcess } from '../../support/processes/node-process.ts'
import { TEST_API_KEY } from '../../support/processes/start-node.ts'
import { withThrowAwayDatabase } from '../../support/postgres/throw-away-database.ts'

/**
 * A node makes cards at a Stripe that cuts off every fourth answer, and is killed at any moment, so often: `node
 * test/faults/scripts/issuer-kills.ts --kills 50 --seed 1`. Exits 1 where a card is not ready two minutes later, or is not there exactly once.
 */
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
})
const CARDS_OF_A_ROUND = 20
const LONGEST_MS = 400
const secret = `whsec_${'k'.repeat(32)}`
const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }

await withThrowAwayDatabase(async (connection) => {
  const random = seededRandom(Number(values.seed))
  const stripe = new StripeApi()
  await stripe.up()
  stripe.fate = () => (random.chance(0.25) ? 'cut off' : 'well')
  let answered = 0
  for (let kill = 0; kill < Number(values.kills); kill += 1) answered += await round({ connection, stripe, random })
  stripe.fate = () => 'well'
  await compare({ connection, stripe, answered })
  await stripe.down()
})

interface Rig {
  readonly connection: PostgresSocketConnection
  readonly stripe: StripeApi
}

async function nodeOf({ connection, stripe }: Rig) {
  const { process: node, baseUrl } = await startNodeProcess(connection, {
    PURSER_TEST_CLOCK: 'true',
    PURSER_TEST_CLOCK_ALLOW_SHARED: 'true',
    PURSER_ISSUER: 'stripe',
    PURSER_STRIPE_KEY: 'rk_test_0123456789',
    PURSER_STRIPE_URL: stripe.url,
    PURSER_STRIPE_AUTHORIZATION_SECRET: secret,
    PURSER_STRIPE_EVENT_SECRET: secret,
  })
  return { node, purser: new Purser({ baseUrl, apiKey: TEST_API_KEY, maxRetries: 0 }) }
}

/** How many cards were answered before the node was killed. */
async function round({ random, ...rig }: Rig & { random: Random }): Promise<number> {
  const { node, purser } = await nodeOf(rig)
  const { id: customerId } = await purser.customers.create({ name: { business: 'Ink Inc.' } })
  const cards = Promise.allSettled(
    Array.from({ length: CARDS_OF_A_ROUND }, () => purser.cards.create({ customerId, billing })),
  )
  await passed(random.between(0, LONGEST_MS))
  node.child.kill('SIGKILL')
  await node.ended
  return (await cards).filter(({ status }) => status === 'fulfilled').length
}

async function compare({ answered, ...rig }: Rig & { answered: number }): Promise<void> {
  const { node, purser } = await nodeOf(rig)
  await purser.testClock.advance({ seconds: 120 }, { timeoutMs: 600_000 })
  const ids: string[] = []
  for await (const { id } of purser.cards.list({ limit: 100 })) ids.push(id)
  const states = await sideBySide(ids, async (id) => (await purser.cards.get(id)).issuer?.state)
  const ready = states.filter((state) => state === 'ready').length
  const once = ids.filter((id) => rig.stripe.cardsOf(id).length === 1).length
  const there = rig.stripe.cards.length
  console.log(
    `${values.kills} kills, ${answered} cards answered: of ${ids.length} stored ${ready} are ready, ${once} there exactly once, of ${there}`,
  )
  if (ids.length < answered || ready < ids.length || once < ids.length || there > ids.length) process.exitCode = 1
  node.child.kill('SIGTERM')
  await node.ended
}
