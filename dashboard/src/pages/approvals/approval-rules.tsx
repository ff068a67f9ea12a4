import { Link } from 'react-router'
import type { ApprovalReason } from '@purser/client'
import { policyFieldNamed } from '../../lib/policy-fields.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

interface LevelIds {
  readonly customerId: string
  readonly agentId: string | null
  readonly cardId: string
}

/** The rules because of which a purchase or a subscription waits for approval, each with the level whose policy has it. */
export function ApprovalRules({ reasons, of }: { reasons: readonly ApprovalReason[] | undefined; of: LevelIds }) {
  if (reasons === undefined || reasons.length === 0) return 'Its policy had a person approve it.'
  return (
    <ul>
      {reasons.map(({ rule, level, message }) => (
        <li key={rule}>
          <UntrustedText text={message} />{' '}
          <span className="text-sm text-quiet">
            “{policyFieldNamed(rule)?.label}”
            <Source level={level} of={of} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Source({ level, of }: { level: ApprovalReason['level']; of: LevelIds }) {
  if (level === 'default') return null
  return (
    <>
      {' '}
      of the{' '}
      <Link to={`/${level}s/${of[`${level}Id`]}`} className="underline">
        {level}
      </Link>
    </>
  )
}
