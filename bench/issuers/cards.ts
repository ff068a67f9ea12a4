import { Latencies } from '../support/latencies.ts'
import { offerLoadAtFixedRate } from '../support/offered-load.ts'
import { waitUntilStripeKnows, type BenchIssuer, newCard, newCustomer, type IssuerRig } from './rig.ts'
import { printFigureAgainstTarget } from './print-against-target.ts'

const PER_SECOND = 20
const CUSTOMERS = 20
const MOST_MS = 50

/**
 * Measures `POST /cards` while Stripe is up, while it is down, and while it executes requests without answering, beside cards of Purser.
 */
export async function measureCardCreation({ stripe, node: { purser } }: IssuerRig, seconds: number): Promise<void> {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => newCustomer(purser)))
  const cards: string[] = []
  const make = async (issuer: BenchIssuer) => {
    const latencies = new Latencies()
    let index = 0
    await offerLoadAtFixedRate({ perSecond: PER_SECOND, seconds }, async (dueAt) => {
      const id = await newCard(purser, customers[(index += 1) % CUSTOMERS] as string, issuer)
      latencies.add(performance.now() - dueAt)
      if (issuer === 'stripe') cards.push(id)
    })
    return latencies
  }
  const measure = async (what: string, issuer: BenchIssuer = 'stripe') => {
    const latencies = await make(issuer)
    printFigureAgainstTarget(`POST /cards, ${what}: p50 ms`, latencies.quantile(0.5))
    printFigureAgainstTarget(`POST /cards, ${what}: p99 ms`, latencies.quantile(0.99), {
      most: MOST_MS,
      ofMachine: true,
    })
  }
  await make('stripe') // warms the node up
  await measure('a card of Purser', 'purser')
  await measure('Stripe is up')
  await stripe.down()
  await measure('Stripe is down')
  await stripe.up()
  const gate = Promise.withResolvers<void>()
  stripe.gate = gate.promise
  await measure('Stripe does not answer')
  stripe.gate = null
  gate.resolve()
  await waitUntilStripeKnows(purser, cards)
  const made = cards.filter((id) => stripe.cardsOf(id).length === 1).length
  printFigureAgainstTarget(`of ${cards.length} cards Stripe has exactly once`, made, { least: cards.length })
}
