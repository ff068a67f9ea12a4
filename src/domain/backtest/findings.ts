import type { Reason, DecisionTraceEntry } from '../../contract/decisions.ts'
import type { PastIncrement, PastPurchase } from './past.ts'

/** The decision that a backtest's rules would have made. */
export interface BacktestVerdict {
  readonly would: 'approve' | 'decline'
  readonly reasons: readonly Reason[]
  readonly trace: readonly DecisionTraceEntry[]
}

/** A recorded decision, with a backtest's decision about the same purchase. */
export interface BacktestDifference extends BacktestVerdict {
  readonly past: PastPurchase | PastIncrement
}

/** How many decisions of a backtest would change because of one rule. */
export interface BacktestRuleCount extends Pick<Reason, 'rule' | 'code' | 'level'> {
  wouldDecline: number
  wouldApprove: number
}

/** Counts the decisions that a backtest made again, and keeps the newest changed ones as examples. */
export class BacktestFindings {
  decisions = 0
  wouldDecline = 0
  wouldApprove = 0
  readonly #byRule = new Map<string, BacktestRuleCount>()
  readonly #examples: BacktestDifference[] = []
  readonly #mostExamples: number

  constructor(mostExamples: number) {
    this.#mostExamples = mostExamples
  }

  get same(): number {
    return this.decisions - this.wouldDecline - this.wouldApprove
  }

  /** The counts of the decisions that would change, for each rule. The rules that would change the most decisions come first. */
  get byRule(): BacktestRuleCount[] {
    return [...this.#byRule.values()].toSorted(
      (a, b) => b.wouldDecline + b.wouldApprove - a.wouldDecline - a.wouldApprove || (a.rule < b.rule ? -1 : 1),
    )
  }

  /** Examples of decisions that would change, the newest first. */
  get examples(): BacktestDifference[] {
    return this.#examples.toReversed()
  }

  count(changed: BacktestDifference): void {
    const { past, would } = changed
    this.decisions += 1
    if (past.was === would) return
    const counter = would === 'decline' ? 'wouldDecline' : 'wouldApprove'
    this[counter] += 1
    for (const reason of backtestDifferenceReasons(changed)) this.#ruleOf(reason)[counter] += 1
    this.#examples.push(changed)
    if (this.#examples.length > this.#mostExamples) this.#examples.shift()
  }

  #ruleOf({ rule, code, level }: Reason): BacktestRuleCount {
    const key = `${rule} ${code} ${level}`
    const known = this.#byRule.get(key)
    if (known !== undefined) return known
    const made = { rule, code, level, wouldDecline: 0, wouldApprove: 0 }
    this.#byRule.set(key, made)
    return made
  }
}

/**
 * The reasons of a decision that a backtest's rules change: for a new decline those of the simulation, for a new approval those of the
 * recorded decline.
 */
export const backtestDifferenceReasons = ({ past, would, reasons }: BacktestDifference): readonly Reason[] =>
  would === 'decline' ? reasons : past.reasons
