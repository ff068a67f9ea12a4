import { type IntentState, isWaiting } from '../intents/intent.ts'
import { obstaclesToPayment } from '../ladder/payable.ts'
import { namesOf } from '../names.ts'
import type { Batch } from './batch.ts'
import type { Outcome } from './outcome.ts'
import { type LoadedCard, subjectOfCard } from './working-set.ts'

/** The outcome of a command about an intent, with everything that stands in the way of its payment at this point of the batch. */
export const intentOutcome = (
  batch: Batch,
  card: LoadedCard,
  intent: IntentState,
  { isExisting }: { readonly isExisting: boolean },
): Outcome => ({
  kind: 'intent',
  intent,
  names: namesOf(batch.set, card),
  isExisting,
  notPayable: isWaiting(intent) ? obstacles(batch, card, intent) : null,
})

const obstacles = ({ set, now }: Batch, card: LoadedCard, intent: IntentState) =>
  obstaclesToPayment(intent, { subject: subjectOfCard(set, card), now, tries: set.tries.get(intent.id) ?? [] })
