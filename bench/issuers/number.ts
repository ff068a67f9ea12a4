import { setTimeout as delay } from 'node:timers/promises'
import { Latencies } from '../support/latencies.ts'
import { waitUntilStripeKnows, newCard, newCustomer, type IssuerRig } from './rig.ts'
import { printFigureAgainstTarget } from './print-against-target.ts'

const ANSWERS_AFTER_MS = 5000
const MOST_MS = 100

/**
 * Measures authorizations of a customer, one after the other: alone, and while Stripe takes five seconds to return the number of one of the
 * customer's cards.
 */
export async function measureSlowNumberRead({ stripe, node: { purser } }: IssuerRig): Promise<void> {
  const customerId = await newCustomer(purser)
  const [cardId, other] = [await newCard(purser, customerId, 'stripe'), await newCard(purser, customerId, 'purser')]
  await waitUntilStripeKnows(purser, [cardId])
  const authorize = async () => {
    const latencies = new Latencies()
    for (const end = performance.now() + ANSWERS_AFTER_MS - 500; performance.now() < end;) {
      const startedAt = performance.now()
      await purser.network.authorize({ cardId: other, amount: 1 })
      latencies.add(performance.now() - startedAt)
    }
    return latencies
  }
  printFigureAgainstTarget('authorizations of a customer, alone: p99 ms', (await authorize()).quantile(0.99))
  stripe.gate = delay(ANSWERS_AFTER_MS)
  const askedAt = performance.now()
  const reading = purser.cards.details(cardId).then(() => performance.now() - askedAt)
  const latencies = await authorize()
  printFigureAgainstTarget('  while a number of theirs is read: p99 ms', latencies.quantile(0.99), { most: MOST_MS })
  printFigureAgainstTarget('  longest ms', latencies.quantile(1))
  printFigureAgainstTarget('  the number was shown after ms', await reading, { least: ANSWERS_AFTER_MS - 10 })
  stripe.gate = null
}
