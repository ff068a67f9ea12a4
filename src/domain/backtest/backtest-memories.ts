import type { RuleMemoryValues } from '../entities.ts'
import { type AnyRuleMemory, unpackRuleMemory } from '../memories/memories.ts'
import { ruleMemories } from '../rules/index.ts'
import type { CountedSpend } from '../spend/counted-amount.ts'
import type { PastIncrement, PastJournalEntry, PastPurchase } from './past.ts'

interface Sought {
  /** The memories of rules that follow from the journal and that are sought, each with the time since when. */
  readonly since: ReadonlyMap<AnyRuleMemory, number>
  /** The values that the rules' memories have from before the range of the backtest. */
  readonly earlier: RuleMemoryValues
}

/**
 * The memories of rules for a backtest's decisions. Those that follow from the journal have what the backtest counts as spent; the others
 * are as the recorded decision has stored them.
 */
export class BacktestMemories {
  readonly #courses = new Map(ruleMemories.map((memory) => [memory, memory.journal?.begin()]))

  /** Adds to the backtest's memories of rules what an entry of the journal would have counted as spent, or given back. */
  add({ cardId, agentId, merchant }: PastJournalEntry, counted: readonly CountedSpend[], isApproval = false): void {
    for (const course of this.#courses.values()) course?.add({ cardId, agentId, merchant, isApproval, counted })
  }

  /** Finds the rules' memories for a purchase or an increment: each memory with its value. */
  find(past: PastPurchase | PastIncrement, { since, earlier }: Sought): (readonly [AnyRuleMemory, unknown])[] {
    return [...this.#courses].flatMap(([memory, course]) => {
      if (course === undefined)
        return [[memory, unpackRuleMemory(memory, ('remembered' in past && past.remembered) || {})] as const]
      const from = since.get(memory)
      if (from === undefined) return []
      return [[memory, course.find(past.cardId, past, { since: from, earlier: earlier.get(memory) })] as const]
    })
  }
}
