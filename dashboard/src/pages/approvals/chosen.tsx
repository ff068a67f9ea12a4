import type { WaitingInboxRequest } from '../../api/approvals/waiting.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { LoadingLines } from '../../ui/states.tsx'
import { isChallengeId } from './challenge-text.ts'
import { ApprovalDetail } from './detail.tsx'
import { isChangeRequestId } from './is-change.ts'
import { isSubscriptionId } from './subscription-text.ts'

export const ChangeRequestDetail = loadComponentLater(
  async () => (await import('./change-detail.tsx')).ChangeRequestDetail,
  <LoadingLines />,
)

export const ChallengeDetail = loadComponentLater(
  async () => (await import('./challenge-detail.tsx')).ChallengeDetail,
  <LoadingLines />,
)

export const SubscriptionDetail = loadComponentLater(
  async () => (await import('./subscription-detail.tsx')).SubscriptionDetail,
  <LoadingLines />,
)

interface ChosenProps {
  id: string
  /** The chosen request as the inbox's list has it: drawn until the request's own answer is loaded. */
  listed: WaitingInboxRequest | undefined
  onDecided: () => void
}

/** The details of the chosen request, beside the inbox. */
export function ChosenInboxRequest({ id, listed, onDecided }: ChosenProps) {
  const shared = { id, hasHeading: true, onDecided }
  if (isChallengeId(id))
    return <ChallengeDetail {...shared} listed={listed?.kind === 'challenge' ? listed.challenge : undefined} />
  if (isSubscriptionId(id))
    return <SubscriptionDetail {...shared} listed={listed?.kind === 'subscription' ? listed.subscription : undefined} />
  return isChangeRequestId(id) ? (
    <ChangeRequestDetail {...shared} listed={listed?.kind === 'change' ? listed.request : undefined} />
  ) : (
    <ApprovalDetail {...shared} listed={listed?.kind === 'purchase' ? listed.approval : undefined} />
  )
}
