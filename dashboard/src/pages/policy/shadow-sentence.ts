import type { Shadow } from '@purser/client'
import { formatCount } from '../../lib/format.ts'

/** How often it would have decided otherwise, in one sentence. */
export function shadowSentence({ decisions, wouldDecline, wouldApprove }: Shadow): string {
  if (decisions === 0) return 'No purchase was decided beside it yet.'
  const of = `Of ${formatCount(decisions)} ${decisions === 1 ? 'purchase' : 'purchases'}`
  if (wouldDecline + wouldApprove === 0) return `${of} it would have decided none otherwise.`
  const parts = [
    ...(wouldDecline > 0 ? [`declined ${formatCount(wouldDecline)} that the policy approved`] : []),
    ...(wouldApprove > 0 ? [`approved ${formatCount(wouldApprove)} that the policy declined`] : []),
  ]
  return `${of} it would have ${parts.join(' and ')}.`
}
