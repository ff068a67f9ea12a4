import { MINUTE_MS } from '../../lib/clock.ts'
import type { Attestation } from './decision.ts'

/**
 * Whether a card is attested: `attested` up to and including the last millisecond of the window, `stale` once the grant that was used last
 * is older than the window (contract, section 10).
 */
export function attestationState(lastAttestedAt: number | null, windowMinutes: number, now: number): Attestation {
  if (lastAttestedAt === null) return 'unattested'
  return now - lastAttestedAt <= windowMinutes * MINUTE_MS ? 'attested' : 'stale'
}
