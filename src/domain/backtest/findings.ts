import type { Reason, TraceEntry } from '../../contract/decisions.ts'
import type { PastIncrement, PastPurchase } from './past.ts'

/** What would then have been decided. */
export interface Verdict {
  readonly would: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
  readonly trace: readonly TraceEntry[]
}

/** A decision that would be another one. */
export interface Changed extends Verdict {
  readonly past: PastPurchase | PastIncrement
}

/** How often a rule is why a decision would be another one. */
export interface RuleCount extends Pick<Reason, 'rule' | 'code' | 'level'> {
  wouldDecline: number
  wouldApprove: number
}

/** Counts what is made again, and keeps the newest changes as examples. */
export class Findings {
  decisions = 0
  wouldDecline = 0
  wouldApprove = 0
  readonly #byRule = new Map<string, RuleCount>()
  readonly #examples: Changed[] = []
  readonly #mostExamples: number

  constructor(mostExamples: number) {
    this.#mostExamples = mostExamples
  }

  get same(): number {
    return this.decisions - this.wouldDecline - this.wouldApprove
  }

  /** Those that matter most first. */
  get byRule(): RuleCount[] {
    return [...this.#byRule.values()].toSorted(
      (a, b) => b.wouldDecline + b.wouldApprove - a.wouldDecline - a.wouldApprove || (a.rule < b.rule ? -1 : 1),
    )
  }

  /** Newest first. */
  get examples(): Changed[] {
    return this.#examples.toReversed()
  }

  count(changed: Changed): void {
    const { past, would } = changed
    this.decisions += 1
    if (past.was === would) return
    const counter = would === 'decline' ? 'wouldDecline' : 'wouldApprove'
    this[counter] += 1
    for (const reason of whyChanged(changed)) this.#ruleOf(reason)[counter] += 1
    this.#examples.push(changed)
    if (this.#examples.length > this.#mostExamples) this.#examples.shift()
  }

  #ruleOf({ rule, code, level }: Reason): RuleCount {
    const key = `${rule} ${code} ${level}`
    const known = this.#byRule.get(key)
    if (known !== undefined) return known
    const made = { rule, code, level, wouldDecline: 0, wouldApprove: 0 }
    this.#byRule.set(key, made)
    return made
  }
}

/** Why it would be declined, or why it was. */
export const whyChanged = ({ past, would, reasons }: Changed): readonly Reason[] =>
  would === 'decline' ? reasons : past.reasons
