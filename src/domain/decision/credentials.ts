import { DAY_MS } from '../../lib/clock.ts'

/** What an expiry or a CVV proves. `gone`: the CVV of a closed card is destroyed, so there is nothing to compare. */
export type Proof = 'none' | 'right' | 'wrong' | 'gone'

/** What the network sent to show that the buyer has the card. */
export interface Credentials {
  /** The card was named by its number, not by its id. */
  readonly byNumber: boolean
  readonly expiry: Proof
  readonly cvv: Proof
}

/** A card that is named by its id, with nothing else. */
export const noCredentials: Credentials = { byNumber: false, expiry: 'none', cvv: 'none' }

export const areWrong = ({ expiry, cvv }: Credentials): boolean => expiry === 'wrong' || cvv === 'wrong'

/** Whether there is something that a lock keeps from being tried: the number, or a guess of an expiry or a CVV. */
export const arePresented = ({ byNumber, expiry, cvv }: Credentials): boolean =>
  byNumber || expiry !== 'none' || cvv !== 'none'

const MOST_FAILURES = 5

/**
 * Until when a card's credentials are locked by failures in a row, Unix milliseconds, oldest first; null where they are not
 * locked. Whoever tries a thousand CVVs gets five a day (contract, section 10).
 */
export function lockedUntil(failures: readonly number[]): number | null {
  const last = failures.at(-1)
  return last === undefined || failures.length < MOST_FAILURES ? null : last + DAY_MS
}

export function areLocked(failures: readonly number[], now: number): boolean {
  const until = lockedUntil(failures)
  return until !== null && now < until
}

/**
 * The failures in a row after an authorization. While they are locked credentials are not looked at, so nothing counts. Only a
 * right CVV ends a row: an expiry is no proof, as a guesser would send the right one after every four wrong CVVs.
 */
export function failuresAfter(failures: readonly number[], credentials: Credentials, now: number): readonly number[] {
  if (areLocked(failures, now)) return failures
  if (areWrong(credentials)) return [...failures.filter((at) => now - at < DAY_MS), now]
  return credentials.cvv === 'right' && failures.length > 0 ? [] : failures
}
