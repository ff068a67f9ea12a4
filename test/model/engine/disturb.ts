import type { Purser } from '../../../clients/typescript/src/client.ts'
import { PurserError } from '../../../clients/typescript/src/purser-error.ts'
import { merchantNames } from '../merchants.ts'
import type { Random } from '../random.ts'
import { randomModelLimits, policyOf, type ModelCustomer } from './world.ts'

/** Changes something of a customer while its cards buy: the answers are not foretold, but all of it can be replayed. */
export async function disturb(purser: Purser, random: Random, customer: ModelCustomer): Promise<void> {
  const card = random.pick(customer.cards)
  const agent = random.pick(customer.agents)
  const act = random.pick([
    () => purser.cards.update(card.id, { policy: policyOf(random, 0.3) }),
    () => purser.agents.update(agent.id, { policy: policyOf(random, 0.1), limits: randomModelLimits(random, 3) }),
    () => purser.customers.update(customer.id, { limits: randomModelLimits(random, 6) }),
    () => purser.customers.update(customer.id, { status: random.pick(['active', 'active', 'suspended'] as const) }),
    () => purser.agents.update(agent.id, { status: random.pick(['active', 'active', 'paused'] as const) }),
    () => purser.cards.freeze(card.id),
    () => purser.cards.unfreeze(card.id),
    () => purser.cards.unfreeze(card.id),
    () => purser.intents.declare(card.id, { purpose: 'restless', expectedAmount: random.between(1, 100) }),
    () => purser.intents.declare(card.id, { purpose: 'restless', expectedMerchant: random.pick(merchantNames) }),
    async () => {
      for await (const intent of purser.intents.list({ cardId: card.id, status: 'pending' })) {
        await purser.intents.cancel(intent.id)
        return
      }
    },
    () => purser.cards.details(card.id, { purpose: 'restless' }),
  ])
  await act().catch((error: unknown) => {
    if (!(error instanceof PurserError)) throw error
    if (error.status >= 500 && error.code !== 'unavailable') throw error // refused or put off, as it may be
  })
}
