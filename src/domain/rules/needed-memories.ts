import type { Policy } from '../../contract/policy.ts'
import type { LoadedCard } from '../loaded-levels.ts'
import type { AnyRuleMemory } from '../memories/memories.ts'
import type { LevelsWithPolicies } from '../memories/memory.ts'
import { ruleMemories } from './index.ts'

/** The memories of rules that policies need, as bits in the order of `ruleMemories`: each card of a batch is looked at, and most need none. */
export const neededRuleMemoryBits = ({ customer, agent, card }: LevelsWithPolicies): number =>
  bitsOf(customer?.policy) |
  bitsOf(customer?.shadowPolicy) |
  bitsOf(agent?.policy) |
  bitsOf(agent?.shadowPolicy) |
  bitsOf(card?.policy) |
  bitsOf(card?.shadowPolicy)

/** The memories of rules that a bit mask selects: bit n stands for the n-th of `ruleMemories`. */
export const ruleMemoriesOfBits = (bits: number): AnyRuleMemory[] =>
  ruleMemories.filter((_memory, index) => bits & (1 << index))

interface LoadedLevels {
  readonly customers: ReadonlyMap<string, LevelsWithPolicies['customer']>
  readonly agents: ReadonlyMap<string, LevelsWithPolicies['agent']>
  readonly cards: ReadonlyMap<string, LoadedCard>
}

/** The memories of rules that decisions need, with the cards whose policies need them. */
export type NeededRuleMemories = ReadonlyMap<AnyRuleMemory, readonly LoadedCard[]>

/** Finds out which memories of rules the policies of cards need. Undefined: they need none. */
export function neededRuleMemories({ customers, agents, cards }: LoadedLevels): NeededRuleMemories | undefined {
  let needed: Map<AnyRuleMemory, LoadedCard[]> | undefined
  for (const card of cards.values()) {
    if (card.parentCardId !== undefined) continue // its parent remembers
    const customer = customers.get(card.customerId) ?? null
    const agent = agents.get(card.agentId ?? '') ?? null
    const bits = neededRuleMemoryBits({ customer, agent, card })
    if (bits === 0) continue
    needed ??= new Map()
    for (const memory of ruleMemoriesOfBits(bits)) {
      const needing = needed.get(memory)
      if (needing === undefined) needed.set(memory, [card])
      else needing.push(card)
    }
  }
  return needed
}

/** The memories of rules that policies need, as bits. A policy never changes in place, so its bits are computed once. */
const known = new WeakMap<Policy, number>()

function bitsOf(policy: Policy | undefined): number {
  if (policy === undefined) return 0
  const before = known.get(policy)
  if (before !== undefined) return before
  const bits = ruleMemories.reduce((sum, memory, index) => (memory.isNeededBy(policy) ? sum | (1 << index) : sum), 0)
  known.set(policy, bits)
  return bits
}

/**
 * The memories of rules that follow from the journal and that a decision at `now` needs, with the time from which on it has to know
 * purchases. Times are Unix milliseconds.
 */
export function neededJournalRuleMemories(levels: LevelsWithPolicies, now: number): ReadonlyMap<AnyRuleMemory, number> {
  const bits = neededRuleMemoryBits(levels)
  if (bits === 0) return nothing
  const sought = new Map<AnyRuleMemory, number>()
  for (const memory of ruleMemoriesOfBits(bits)) {
    const since = memory.journal?.since(levels, now)
    if (since !== undefined) sought.set(memory, since)
  }
  return sought
}

const nothing: ReadonlyMap<AnyRuleMemory, number> = new Map()
