import { parseArgs } from 'node:util'
import type { Purser } from '../../../clients/typescript/src/client.ts'
import { openDatabase } from '../../../src/store/connection/database.ts'
import { sideBySide } from '../../model/engine/side-by-side.ts'
import { StripeApi } from '../../support/issuers/stripe-api.ts'
import { startNode } from '../../support/processes/start-node.ts'
import { withThrowAwayDatabase } from '../../support/postgres/throw-away-database.ts'

/**
 * So many cards while Stripe is down for ten minutes, and so many of which Stripe makes each without that anybody hears of it:
 * `node test/faults/scripts/issuer-cards.ts --cards 1000`. Exits 1 where one is not ready a minute later, or is not there exactly once.
 */
const { values } = parseArgs({ options: { cards: { type: 'string', default: '1000' } } })
const CARDS = Number(values.cards)
const CUSTOMERS = 20
const ADVANCE = { timeoutMs: 600_000 }
const billing = { line1: '1 Main Street', city: 'Springfield', postalCode: '62704', country: 'US' }
const secret = `whsec_${'c'.repeat(32)}`

await withThrowAwayDatabase(async (connection) => {
  const stripe = new StripeApi()
  await stripe.up()
  const database = openDatabase({ connection, maxConnections: 10 })
  const node = await startNode(database, {
    PURSER_TEST_CLOCK: 'true',
    PURSER_ISSUER: 'stripe',
    PURSER_STRIPE_KEY: 'rk_test_0123456789',
    PURSER_STRIPE_URL: stripe.url,
    PURSER_STRIPE_AUTHORIZATION_SECRET: secret,
    PURSER_STRIPE_EVENT_SECRET: secret,
  })
  try {
    await run(node.purser, stripe)
  } finally {
    await node.stop()
    await database.close()
    await stripe.down()
  }
})

async function run(purser: Purser, stripe: StripeApi): Promise<void> {
  await stripe.down()
  const whileDown = await newCards(purser)
  await purser.testClock.advance({ seconds: 600 }, ADVANCE)
  await stripe.up()
  await compare('while Stripe is down for ten minutes', { purser, stripe, cards: whileDown })
  const heard = new Set<string>()
  stripe.fate = ({ key = '' }) => (key === '' || heard.has(key) ? 'well' : (heard.add(key), 'cut off'))
  await compare('each cut off after Stripe has done it', { purser, stripe, cards: await newCards(purser) })
}

async function newCards(purser: Purser): Promise<string[]> {
  const customers = await sideBySide(Array.from({ length: CUSTOMERS }), async () => {
    return (await purser.customers.create({ name: { business: 'Ink Inc.' } })).id
  })
  return sideBySide(Array.from({ length: CARDS }), async (_, n) => {
    const customerId = customers[n % CUSTOMERS] as string
    return (await purser.cards.create({ customerId, billing })).id
  })
}

interface Made {
  readonly purser: Purser
  readonly stripe: StripeApi
  readonly cards: readonly string[]
}

/** A minute later. */
async function compare(what: string, { purser, stripe, cards }: Made): Promise<void> {
  await purser.testClock.advance({ seconds: 60 }, ADVANCE)
  const states = await sideBySide(cards, async (id) => (await purser.cards.get(id)).issuer?.state)
  const ready = states.filter((state) => state === 'ready').length
  const once = cards.filter((id) => stripe.cardsOf(id).length === 1).length
  console.log(`${what}: of ${cards.length} cards ${ready} are ready, and ${once} there exactly once`)
  if (ready < cards.length || once < cards.length) process.exitCode = 1
}
