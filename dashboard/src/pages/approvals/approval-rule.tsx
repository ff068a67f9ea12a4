import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Approval } from '@purser/client'
import { purser } from '../../api/client.ts'
import { formatMoney } from '../../lib/format.ts'
import { policyFieldNamed } from '../../lib/policy-fields.ts'

/** The rule that made a purchase wait for approval, and the level whose policy has it. */
export function ApprovalRule({ approval }: { approval: Approval }) {
  const { subject, cardId } = approval
  const { autoApproveBelow } = subject.policy
  const { data } = useQuery({
    queryKey: ['policy', 'card', cardId],
    queryFn: ({ signal }) => purser.cards.policy(cardId, { signal }),
  })
  const field = autoApproveBelow === undefined ? 'requireApproval' : 'autoApproveBelow'
  return (
    <>
      {sentenceOf(subject, autoApproveBelow)}{' '}
      <span className="text-sm text-quiet">
        “{policyFieldNamed(field)?.label}”
        <Source of={data?.sources[field]} approval={approval} />
      </span>
    </>
  )
}

function sentenceOf(
  { expectedAmount: expected, expectedCurrency }: Approval['subject'],
  autoApproveBelow: number | undefined,
): string {
  if (autoApproveBelow === undefined) return 'Every purchase waits for a person.'
  if (expected === undefined) return 'It has no amount, so a person has to decide.'
  return `Purchases of ${formatMoney(autoApproveBelow, expectedCurrency)} and more wait for a person.`
}

function Source({ of: level, approval }: { of: string | undefined; approval: Approval }) {
  if (level !== 'customer' && level !== 'agent' && level !== 'card') return null
  return (
    <>
      {' '}
      of the{' '}
      <Link to={`/${level}s/${approval[`${level}Id`]}`} className="underline">
        {level}
      </Link>
    </>
  )
}
