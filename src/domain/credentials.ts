import { DAY_MS } from '../lib/clock.ts'

/**
 * The result of checking an expiry or a CVV. `none`: the request did not send it. `gone`: the CVV of a closed card is destroyed, so nothing
 * can be compared.
 */
export type CredentialProof = 'none' | 'right' | 'wrong' | 'gone'

/** The data that the network sent to prove that the buyer has the card. */
export interface SentCredentials {
  /** Whether the network's request names the card by its number, not by its id. */
  readonly byNumber: boolean
  readonly expiry: CredentialProof
  readonly cvv: CredentialProof
}

/** A request that names the card by its id and sends no expiry or CVV. */
export const noSentCredentials: SentCredentials = { byNumber: false, expiry: 'none', cvv: 'none' }

/**
 * The card data that a checkout sends: the number, and the right expiry and CVV. A purchase with these data is declined while the card's
 * credentials are locked.
 */
export const CHECKOUT_CREDENTIALS: SentCredentials = { byNumber: true, expiry: 'right', cvv: 'right' }

export const areCredentialsWrong = ({ expiry, cvv }: SentCredentials): boolean => expiry === 'wrong' || cvv === 'wrong'

/** Whether the request presents something that a lock protects from guessing: the card number, an expiry or a CVV. */
export const areCredentialsPresented = ({ byNumber, expiry, cvv }: SentCredentials): boolean =>
  byNumber || expiry !== 'none' || cvv !== 'none'

const MOST_FAILURES = 5

/**
 * When the lock of a card's credentials ends, in Unix milliseconds. Null: too few failures. `failures`: the times of the failures
 * since the last right CVV, oldest first. Five failures lock the credentials for a day, so an attacker can try five CVVs a day (contract,
 * section 10).
 */
export function credentialsLockedUntil(failures: readonly number[]): number | null {
  const last = failures.at(-1)
  return last === undefined || failures.length < MOST_FAILURES ? null : last + DAY_MS
}

export function areCredentialsLocked(failures: readonly number[], now: number): boolean {
  const until = credentialsLockedUntil(failures)
  return until !== null && now < until
}

/**
 * Returns the times of the failures since the last right CVV, after an authorization. Locked credentials are not checked, so nothing is
 * added. Only a correct CVV clears the failures: a correct expiry does not, because an attacker could send it after every four wrong CVVs.
 */
export function credentialFailuresAfter(
  failures: readonly number[],
  credentials: SentCredentials,
  now: number,
): readonly number[] {
  if (areCredentialsLocked(failures, now)) return failures
  if (areCredentialsWrong(credentials)) return [...failures.filter((at) => now - at < DAY_MS), now]
  return credentials.cvv === 'right' && failures.length > 0 ? [] : failures
}
