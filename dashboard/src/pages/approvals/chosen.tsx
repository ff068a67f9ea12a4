import type { Waiting } from '../../api/approvals/waiting.ts'
import { loadLater } from '../../app/load-later.tsx'
import { Loading } from '../../ui/states.tsx'
import { isChallenge } from './challenge-text.ts'
import { Detail } from './detail.tsx'
import { isChange } from './is-change.ts'
import { isSubscription } from './subscription-text.ts'

export const ChangeDetail = loadLater(async () => (await import('./change-detail.tsx')).ChangeDetail, <Loading />)

export const ChallengeDetail = loadLater(
  async () => (await import('./challenge-detail.tsx')).ChallengeDetail,
  <Loading />,
)

export const SubscriptionDetail = loadLater(
  async () => (await import('./subscription-detail.tsx')).SubscriptionDetail,
  <Loading />,
)

interface ChosenProps {
  id: string
  /** As the list has it: drawn before its own answer is here. */
  listed: Waiting | undefined
  onDecided: () => void
}

/** The details of the request that is chosen in the inbox, beside it. */
export function Chosen({ id, listed, onDecided }: ChosenProps) {
  const shared = { id, hasHeading: true, onDecided }
  if (isChallenge(id))
    return <ChallengeDetail {...shared} listed={listed?.kind === 'challenge' ? listed.challenge : undefined} />
  if (isSubscription(id))
    return <SubscriptionDetail {...shared} listed={listed?.kind === 'subscription' ? listed.subscription : undefined} />
  return isChange(id) ? (
    <ChangeDetail {...shared} listed={listed?.kind === 'change' ? listed.request : undefined} />
  ) : (
    <Detail {...shared} listed={listed?.kind === 'purchase' ? listed.approval : undefined} />
  )
}
