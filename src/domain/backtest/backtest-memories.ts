import type { MemoryValues } from '../entities.ts'
import { type AnyRuleMemory, unpackMemory } from '../memories/memories.ts'
import { ruleMemories } from '../rules/index.ts'
import type { PastCapture, PastPurchase } from './past.ts'

interface Sought {
  /** The memories that follow from the journal and that are asked for, with the times since when. */
  readonly since: ReadonlyMap<AnyRuleMemory, number>
  /** The values that the memories have from before the range of the backtest. */
  readonly earlier: MemoryValues
}

/**
 * The memories of a backtest's decisions. Those that follow from the journal have the purchases that the backtest approves; the others are
 * as the recorded decision has stored them.
 */
export class BacktestMemories {
  readonly #courses = new Map(ruleMemories.map((memory) => [memory, memory.journal?.begin()]))

  add({ cardId, at, amount, merchant }: PastPurchase | PastCapture): void {
    if (amount === 0) return
    for (const course of this.#courses.values()) course?.add(cardId, { at, amount, merchant })
  }

  /** Returns the memories of a purchase, each with the level that remembers. */
  find(past: PastPurchase, { since, earlier }: Sought): (readonly [AnyRuleMemory, unknown])[] {
    return [...this.#courses].flatMap(([memory, course]) => {
      if (course === undefined) return [[memory, unpackMemory(memory, past.remembered ?? {})] as const]
      const from = since.get(memory)
      if (from === undefined) return []
      return [[memory, course.find(past.cardId, past, { since: from, earlier: earlier.get(memory) })] as const]
    })
  }
}
