import type { Backtest } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { purser } from '../../api/client.ts'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { formatCount } from '../../lib/format.ts'
import { ruleName } from '../../lib/words/rules.ts'
import { Badge } from '../../ui/badge.tsx'
import { DecisionLadder } from '../../ui/decision-ladder.tsx'
import { Money } from '../../ui/money.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { ApiSentence } from '../../ui/sentence.tsx'
import { LoadingLines, errorMessage } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'

interface TrialProps {
  level: PolicyLevel
  id: string
  patch: { policy?: object; limits?: object }
}

const EXAMPLES = 10

/** The backtest of a policy's draft: the purchases of the last 30 days, decided again under the changed policy. */
export function DraftBacktest({ level, id, patch }: TrialProps) {
  const { data, error } = useQuery({
    queryKey: ['backtest', level, id, patch],
    queryFn: ({ signal }) => purser.policies.backtest({ level, id, ...patch, limit: EXAMPLES }, { signal }),
    retry: false,
    staleTime: 60_000,
  })
  return (
    <section aria-label="Effect on past purchases" className="grid gap-3">
      <h3 className="font-semibold">Effect on past purchases</h3>
      {data ? (
        <BacktestInWords backtest={data} />
      ) : error ? (
        <p className="text-quiet">{errorMessage(error)}</p>
      ) : (
        <LoadingLines lines={2} />
      )}
    </section>
  )
}

function BacktestInWords({ backtest }: { backtest: Backtest }) {
  const { decisions, wouldDecline, wouldApprove, elsewhere, byRule, examples, notes } = backtest
  const others = elsewhere.wouldDecline + elsewhere.wouldApprove
  return (
    <>
      <p>{sentence(decisions, { wouldDecline, wouldApprove })}</p>
      {notes.map(({ code, message }) => (
        <p key={code} className="text-sm text-quiet">
          <ApiSentence text={message} />
        </p>
      ))}
      {byRule.length > 0 && (
        <ul className="text-sm text-quiet">
          {byRule.slice(0, 5).map(({ rule, code, level, ...changes }) => (
            <li key={`${rule} ${code} ${level}`}>
              {ruleName(rule)}: {formatCount(changes.wouldDecline + changes.wouldApprove)}
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className="text-sm text-quiet">
          By the caps that they share, {formatCount(others)} of other cards would be decided otherwise, too.
        </p>
      )}
      {examples.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {examples.map((example) => (
            <li key={`${example.transactionId} ${example.at}`}>
              <Example example={example} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function sentence(decisions: number, { wouldDecline, wouldApprove }: Pick<Backtest, 'wouldDecline' | 'wouldApprove'>) {
  if (decisions === 0) return 'There were no decisions here in the last 30 days.'
  const all = `${formatCount(decisions)} ${decisions === 1 ? 'decision' : 'decisions'} of the last 30 days`
  if (wouldDecline + wouldApprove === 0) return `No change in the ${all}.`
  const parts = [
    ...(wouldDecline > 0 ? [`${formatCount(wouldDecline)} would now be declined`] : []),
    ...(wouldApprove > 0 ? [`${formatCount(wouldApprove)} would now be approved`] : []),
  ]
  return `Of the ${all}, ${parts.join(' and ')}.`
}

const Example = ({ example }: { example: Backtest['examples'][number] }) => {
  const { transactionId, kind, at, amount, currency, merchant, would, reasons, trace } = example
  return (
    <details>
      <summary className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-2">
        <Badge tone={would === 'approve' ? 'good' : 'bad'}>{would === 'approve' ? 'approved' : 'declined'}</Badge>
        <Money cents={amount} currency={currency} />
        <span className="min-w-0 wrap-anywhere">
          {kind === 'increment' ? 'more on a purchase' : <UntrustedText text={merchant?.name ?? ''} />}
        </span>
        <span className="text-sm text-quiet">
          <RelativeTime at={at} />
        </span>
      </summary>
      <div className="grid gap-3 px-4 pb-4">
        <Link className="text-sm" to={`/transactions/${transactionId}`}>
          As it was decided
        </Link>
        <DecisionLadder checks={trace} reasons={would === 'decline' ? reasons : []} decision={would} />
      </div>
    </details>
  )
}
