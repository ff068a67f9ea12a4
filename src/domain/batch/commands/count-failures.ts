import type { EngineBatch } from '../batch.ts'
import { changeCard } from '../change-card.ts'
import { type SentCredentials, credentialFailuresAfter } from '../../credentials.ts'
import type { LoadedCard } from '../../loaded-levels.ts'

/** Adds a wrong expiry or CVV to the card's failures, whether the purchase was approved or not. Returns the card with the failure added. */
export function countCredentialFailures(
  batch: EngineBatch,
  card: LoadedCard,
  { credentials, sequence }: { credentials: SentCredentials; sequence: number },
): LoadedCard {
  const failedCredentials = credentialFailuresAfter(card.failedCredentials, credentials, batch.now)
  if (failedCredentials === card.failedCredentials) return card
  return changeCard(batch, { before: card, after: { ...card, failedCredentials }, move: null }, sequence)
}
