import type { Shadow } from '@purser/client'
import { formatCount } from '../../lib/format.ts'

/** A sentence that says how often the shadow policy would have decided differently. */
export function shadowSentence({ decisions, wouldDecline, wouldApprove }: Shadow): string {
  if (decisions === 0) return 'It has not been tried on a purchase yet.'
  const all = `${formatCount(decisions)} ${decisions === 1 ? 'purchase' : 'purchases'}`
  if (wouldDecline + wouldApprove === 0) return `It would have made the same decision for ${all}.`
  const parts = [
    ...(wouldDecline > 0 ? [`declined ${formatCount(wouldDecline)} that the policy approved`] : []),
    ...(wouldApprove > 0 ? [`approved ${formatCount(wouldApprove)} that the policy declined`] : []),
  ]
  return `Of ${all}, it would have ${parts.join(' and ')}.`
}
