import { useQuery } from '@tanstack/react-query'
import { waitingChallengesQuery } from '../../api/approvals/challenges.ts'
import { SecondsLeft } from './seconds-left.tsx'

/** Says that the shop waits at this moment, and that approving the purchase answers it, too. */
export function ShopWaits({ intentId }: { intentId: string }) {
  const { data } = useQuery(waitingChallengesQuery)
  const challenge = data?.data.find((each) => each.intentId === intentId)
  if (challenge === undefined) return null
  return (
    <p className="rounded-lg bg-warn-wash px-4 py-3 text-warn">
      The shop is charging the card now, and the bank asks whether you agree: approving this answers both.{' '}
      <SecondsLeft until={challenge.expiresAt} /> left.
    </p>
  )
}
