import { MINUTE_MS } from '../../lib/clock.ts'
import type { Attestation } from './decision.ts'

/**
 * Whether a grant to read the card's number was used in time: `attested` up to and including the last millisecond of the window, `stale` if
 * the last used grant is older than the window, `unattested` if none was used (contract, section 10).
 */
export function attestationState(lastAttestedAt: number | null, windowMinutes: number, now: number): Attestation {
  if (lastAttestedAt === null) return 'unattested'
  return now - lastAttestedAt <= windowMinutes * MINUTE_MS ? 'attested' : 'stale'
}
