import type { Transaction, TransactionWithTrace } from '@purser/client'
import { ruleName } from '../lib/words/rules.ts'
import { ApiSentence } from './sentence.tsx'
import { RuleVerdictMark } from './rule-verdict-mark.tsx'

interface ShadowVerdictProps {
  shadow: NonNullable<TransactionWithTrace['shadow']>
  decision: Transaction['decision']
}

/** The decision of the shadow policies, shown below the real one: with reasons if the two differ. */
export function ShadowPolicyVerdict({ shadow, decision }: ShadowVerdictProps) {
  const would = shadow.decision === 'approve' ? 'approved' : 'declined'
  const isSame = shadow.decision === decision
  return (
    <li className="mt-4 grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 gap-y-2 border-t border-dashed border-strong-line pt-4">
      <RuleVerdictMark passed={shadow.decision === 'approve'} large />
      <p className="self-center">
        <span className="font-semibold">
          {isSame ? `The shadow policy would have ${would} it, too.` : `The shadow policy would have ${would} it.`}
        </span>
      </p>
      {!isSame && shadow.reasons.length > 0 && (
        <ul className="col-start-2 grid gap-2">
          {shadow.reasons.map(({ message, ...reason }) => (
            <li
              key={`${reason.code} ${reason.rule} ${reason.level}`}
              className="rounded-lg border border-line bg-raised px-4 py-3"
            >
              <p>
                <span className="font-medium">{ruleName(reason.rule)}</span>{' '}
                <span className="text-sm text-quiet">· {reason.level === 'default' ? 'by default' : reason.level}</span>
              </p>
              <p>
                <ApiSentence text={message} about={reason} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
