import type { Batch } from '../batch.ts'
import { changeCard } from './change-card.ts'
import { areLocked, type Credentials, failuresAfter, lockedUntil } from '../../decision/credentials.ts'
import { credentialsLocked } from '../../events/events.ts'
import { tell } from '../journal.ts'
import type { LoadedCard } from '../working-set.ts'

/** Counts a wrong expiry or CVV for the card, whatever else was decided. Answers the card as it is then. */
export function countFailures(
  batch: Batch,
  card: LoadedCard,
  { credentials, sequence }: { credentials: Credentials; sequence: number },
): LoadedCard {
  const { now } = batch
  const before = card.failedCredentials
  const failedCredentials = failuresAfter(before, credentials, now)
  if (failedCredentials === before) return card
  const counted = { ...card, failedCredentials }
  changeCard(batch, card, counted)
  const until = lockedUntil(failedCredentials)
  if (until !== null && !areLocked(before, now)) tell(batch, sequence, [credentialsLocked(counted, until, now)])
  return counted
}
