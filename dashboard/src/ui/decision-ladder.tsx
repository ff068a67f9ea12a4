import type { ReactNode } from 'react'
import type { Reason, Transaction, TransactionWithTrace } from '@purser/client'
import { UntrustedText } from './untrusted-text.tsx'
import { joinClassNames } from '../lib/classes.ts'
import type { RuleCheckTopic } from '../../../src/contract/policy-sheet/row.ts'
import { ruleName, ruleCheckTopic } from '../lib/words/rules.ts'
import { RuleVerdictMark } from './rule-verdict-mark.tsx'
import { PolicyRuleValue } from './rule-value.tsx'
import { ApiSentence } from './sentence.tsx'
import { ShadowPolicyVerdict } from './shadow-policy-verdict.tsx'
import { RelativeTime } from './time.tsx'

/** A rule that was checked, as the trace of a decision has it. */
export interface CheckedRule {
  readonly rule: string
  readonly code: string
  readonly passed: boolean
  readonly liftedBy?: string
  readonly level: string
  readonly window?: string
  readonly limit?: unknown
  readonly observed?: unknown
}

interface LadderProps {
  /** The checked rules, in the order in which they were asked. */
  checks: readonly CheckedRule[]
  reasons: readonly Reason[]
  decision: Transaction['decision']
  /** The decision of the shadow policies, shown below the real one. */
  shadow?: TransactionWithTrace['shadow']
  /** Returns the button beside a declining rule that opens its fix. */
  fix?: (reason: Reason) => ReactNode
}

/** Up to so many approving rules are shown unfolded. */
const FEW = 6

/**
 * A decision as a ladder: every rule in the order in which it was asked, from the request at the top to the answer at the bottom, grouped
 * by topic. Long groups of approving rules are folded. A declining rule is open, with its remedy; of an approved purchase, rules with
 * limits show how much of them is used.
 */
export function DecisionLadder({ checks, reasons, decision, shadow, fix }: LadderProps) {
  const isShort = checks.length <= FEW
  return (
    <ol className="grid" aria-label="Rules in the order in which they were checked">
      {sectionsOf(checks).map((section, index) => (
        <li key={index} className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 pb-3">
          <Rail passed={section.failures === 0} />
          <details
            open={isShort || section.failures > 0 || (decision === 'approve' && section.topic === 'Money')}
            className="group min-w-0"
          >
            <Summary section={section} />
            <ol className="grid gap-1 pt-1">
              {section.checks.map((check, at) => (
                <Step key={at} check={check} reason={check.passed ? undefined : reasonOf(reasons, check)} fix={fix} />
              ))}
            </ol>
          </details>
        </li>
      ))}
      <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center gap-x-3">
        <RuleVerdictMark passed={decision === 'approve'} large />
        <p className={joinClassNames('text-lg font-semibold', decision === 'approve' ? 'text-good' : 'text-bad')}>
          {decision === 'approve' ? 'Approved' : 'Declined'}
        </p>
      </li>
      {shadow && <ShadowPolicyVerdict shadow={shadow} decision={decision} />}
    </ol>
  )
}

interface Section {
  readonly topic: RuleCheckTopic
  readonly checks: readonly CheckedRule[]
  readonly failures: number
}

/** Divides the checked rules into sections: neighbours of one topic form one. */
function sectionsOf(checks: readonly CheckedRule[]): Section[] {
  const sections: { topic: RuleCheckTopic; checks: CheckedRule[]; failures: number }[] = []
  for (const check of checks) {
    const topic = ruleCheckTopic(check.rule)
    const last = sections.at(-1)
    const section = last?.topic === topic ? last : { topic, checks: [], failures: 0 }
    if (section !== last) sections.push(section)
    section.checks.push(check)
    if (!check.passed) section.failures += 1
  }
  return sections
}

const reasonOf = (reasons: readonly Reason[], { code, level, rule }: CheckedRule): Reason | undefined =>
  reasons.find((one) => one.code === code && one.level === level && one.rule === rule) ??
  reasons.find((one) => one.code === code)

const Summary = ({ section: { topic, checks, failures } }: { section: Section }) => (
  <summary className="flex min-h-7 list-none flex-wrap items-center gap-x-2 rounded-md">
    <span className="font-medium">{topic}</span>
    <span className={joinClassNames('text-sm', failures > 0 ? 'text-bad' : 'text-quiet')}>
      {failures > 0 ? `${failures} of ${checks.length} declined` : `${checks.length} passed`}
    </span>
    <svg aria-hidden viewBox="0 0 12 12" className="size-3 fill-none stroke-quiet stroke-2 group-open:rotate-90">
      <path d="m4 2 4 4-4 4" />
    </svg>
  </summary>
)

/** The line from the mark of a decision's section down to the next: green if all rules of the section approved, red if one declined. */
const Rail = ({ passed }: { passed: boolean }) => (
  <div aria-hidden className="flex justify-center pt-1">
    <span className={joinClassNames('absolute top-3 -bottom-2 w-0.5', passed ? 'bg-good' : 'bg-bad')} />
    <span className="relative">
      <RuleVerdictMark passed={passed} />
    </span>
  </div>
)

interface StepProps {
  check: CheckedRule
  reason: Reason | undefined
  fix: LadderProps['fix'] | undefined
}

const Step = ({ check, reason, fix }: StepProps) => (
  <li className={joinClassNames('min-w-0', check.passed ? 'py-1' : 'my-1 grid gap-2 rounded-lg bg-bad-wash px-4 py-3')}>
    <Line check={check} />
    {reason && (
      <>
        <p>
          <ApiSentence text={reason.message} about={reason} />
        </p>
        {reason.nearestShop !== undefined && !reason.message.includes(reason.nearestShop) && (
          <p>
            The nearest listed shop: <UntrustedText text={reason.nearestShop} />
          </p>
        )}
        <p className="text-sm text-quiet">
          <ApiSentence text={reason.remedy} about={reason} />{' '}
          {reason.retryAt && (
            <>
              Possible again <RelativeTime at={reason.retryAt} />
            </>
          )}
        </p>
        {fix?.(reason)}
      </>
    )}
  </li>
)

const Line = ({ check }: { check: CheckedRule }) => (
  <div className="@container">
    <div className="grid gap-x-4 gap-y-1.5 @[30rem]:grid-cols-[minmax(10rem,1fr)_auto]">
      <p className="min-w-0 wrap-anywhere">
        <span className="sr-only">{check.passed ? 'Passed: ' : 'Declined: '}</span>
        <span className={joinClassNames(!check.passed && 'font-semibold text-bad')}>{ruleName(check.rule)}</span>{' '}
        <span className="text-sm text-quiet">· {levelWords(check)}</span>
        {check.liftedBy !== undefined && (
          <span className="text-sm font-semibold text-warn">
            {' '}
            · lifted for this purchase alone, by {check.liftedBy}
          </span>
        )}
      </p>
      <Measured check={check} />
    </div>
  </div>
)

const levelWords = ({ level, code, rule }: CheckedRule): string => {
  if (level === 'default') return 'by default'
  return code === 'limit_exceeded' && rule !== 'ledger' ? `${level}, cap` : level
}

/** The observed value of a rule and its limit. Amounts and counts also get a bar, over the whole width where the rule declined. */
function Measured({ check: { rule, observed, limit, passed } }: { check: CheckedRule }) {
  if (observed === undefined && limit === undefined) return null
  const isBar = typeof observed === 'number' && typeof limit === 'number'
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-quiet tabular-nums @[30rem]:justify-end @[30rem]:text-right">
        <span>
          {observed !== undefined && (
            <span className={joinClassNames(!passed && 'font-semibold text-bad')}>
              <PolicyRuleValue rule={rule} value={observed} />
            </span>
          )}
          <Allowed rule={rule} observed={observed} limit={limit} />
        </span>
        {isBar && passed && <Bar part={observed} whole={limit} className="w-20" />}
      </p>
      {isBar && !passed && <Bar part={observed} whole={limit} className="w-full @[30rem]:col-span-2" />}
    </>
  )
}

/**
 * The limit beside an observed value. For a list that blocks, the entry that matched is shown if it is written differently from the
 * observed value.
 */
function Allowed({ rule, observed, limit }: Pick<CheckedRule, 'rule' | 'observed' | 'limit'>) {
  if (limit === undefined || (observed === limit && typeof limit === 'string')) return null
  return (
    <>
      {wordBefore(rule, observed)} <PolicyRuleValue rule={rule} value={limit} />
    </>
  )
}

function wordBefore(rule: string, observed: unknown): string {
  if (observed === undefined) return 'set to'
  if (typeof observed === 'number') return ' of'
  return rule.startsWith('blocked') ? ' · listed as' : ' · allows'
}

/** A bar whose colour changes at the limit: the part beyond the limit is drawn behind. */
function Bar({ part, whole, className }: { part: number; whole: number; className: string }) {
  const scale = Math.max(part, whole, 1)
  const limitAt = (100 * whole) / scale
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={joinClassNames('h-1.5 shrink-0 overflow-hidden rounded-full bg-raised', className)}
    >
      <rect
        width={(100 * Math.min(part, whole)) / scale}
        height="6"
        className={part > whole ? 'fill-warn' : 'fill-good'}
      />
      {part > whole && <rect x={limitAt} width={100 - limitAt} height="6" className="fill-bad" />}
    </svg>
  )
}
