import type { Transaction } from '@purser/client'
import { fieldNameInWords } from '../format.ts'

/** The phrase for each flag of a transaction. */
const flags: Readonly<Partial<Record<keyof Transaction['flags'], string>>> = {
  requiresIntent: 'Needs an intent',
  intentMatched: 'As declared',
  subscriptionMatched: 'By its subscription',
  newMerchant: 'First purchase at this merchant',
  intentMissing: 'No declared intent',
  intentMismatch: 'Differs from the declared intent',
  requiresApproval: 'Needs a person',
  requiresAttestation: 'Needs a purpose',
  unattested: 'Without a purpose',
  wouldLockMerchant: 'Locks the card to this merchant',
  nearLimit: 'Near a limit',
  settlementOverIntent: 'Captured more than declared',
  settlementOverAuthorized: 'Captured more than authorized',
  forcedCapture: 'Captured without an authorization',
  standIn: 'Approved by the issuer alone',
  issuerDeclined: 'Declined by the issuer',
}

export const transactionFlagName = (name: string): string =>
  flags[name as keyof Transaction['flags']] ?? fieldNameInWords(name)
