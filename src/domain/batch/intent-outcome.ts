import { type IntentState, isIntentWaiting } from '../intents/intent.ts'
import { obstaclesToPayment } from '../ladder/obstacles-to-payment.ts'
import type { LevelNames } from '../names.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import type { EngineBatch } from './batch.ts'
import type { EngineCommandOutcome } from './outcome.ts'
import { subjectOfCard, type BatchWorkingSet } from './working-set.ts'

/** The outcome of a command about an intent, with everything that stands in the way of its payment at this point of the batch. */
export const intentCommandOutcome = (
  batch: EngineBatch,
  card: LoadedCard,
  intent: IntentState,
  { isExisting }: { readonly isExisting: boolean },
): EngineCommandOutcome => ({
  kind: 'intent',
  intent,
  names: namesOf(batch.set, card),
  isExisting,
  notPayable: isIntentWaiting(intent) ? obstacles(batch, card, intent) : null,
})

const obstacles = ({ set, now }: EngineBatch, card: LoadedCard, intent: IntentState) =>
  obstaclesToPayment(intent, {
    subject: subjectOfCard(set, set.cards.get(intent.oneTimeCardId ?? '') ?? card),
    now,
    tries: set.tries.get(intent.id) ?? [],
  })

/** The current names of the card of an intent, and of its agent and customer. */
function namesOf(
  { customers, agents }: Pick<BatchWorkingSet, 'customers' | 'agents'>,
  { customerId, agentId, label }: LoadedCard,
): LevelNames {
  const { name, currency } = assertPresent(customers.get(customerId), 'a card has its customer loaded')
  return {
    customerName: name,
    agentName: agentId === null ? null : assertPresent(agents.get(agentId), 'a card has its agent loaded').name,
    cardLabel: label,
    currency,
  }
}
