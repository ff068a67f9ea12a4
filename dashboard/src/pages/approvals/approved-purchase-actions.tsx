import type { Approval } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { intentQuery } from '../../api/intent.ts'
import { ActorName } from '../../ui/actor-name.tsx'
import { PaymentObstacleList } from '../../ui/approvals/payment-obstacle-list.tsx'
import { RevokeApproval } from '../../ui/approvals/revoke-approval.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** The actions for an approved purchase that is not paid yet, or the note that the approval was revoked. */
export function ApprovedPurchaseActions({ approval }: { approval: Approval }) {
  if (approval.revokedBy !== undefined) return <TakenBack of={approval} />
  return approval.status === 'approved' ? <WhilePending intentId={approval.intentId} /> : null
}

function WhilePending({ intentId }: { intentId: string }) {
  const { data } = useQuery(intentQuery(intentId))
  if (data?.status !== 'pending') return null
  return (
    <div className="grid justify-items-start gap-3">
      {data.payable === false && (
        <div className="grid gap-1 justify-self-stretch rounded-lg bg-warn-wash px-4 py-3">
          <p>It cannot be paid now:</p>
          <PaymentObstacleList of={data} />
        </div>
      )}
      <RevokeApproval intentId={intentId} />
    </div>
  )
}

const TakenBack = ({ of: { revokedBy = '', revokedAt = '', revocationReason } }: { of: Approval }) => (
  <div className="grid gap-1 rounded-lg bg-warn-wash px-4 py-3">
    <p>
      Revoked by <ActorName id={revokedBy} /> <RelativeTime at={revokedAt} />
    </p>
    {revocationReason !== undefined && (
      <blockquote className="border-l-2 border-strong-line pl-3 wrap-anywhere">
        <UntrustedText text={revocationReason} />
      </blockquote>
    )}
  </div>
)
