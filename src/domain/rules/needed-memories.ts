import type { Policy } from '../../contract/policy.ts'
import type { AnyMemory } from '../memories/memories.ts'
import type { NeedingLevels } from '../memories/memory.ts'
import { memories } from './index.ts'

/** The memories that policies need, as a set of bits in the order of `memories`: each card of a batch is looked at, and most need none. */
export const bitsNeededBy = ({ customer, agent, card }: NeedingLevels): number =>
  bitsOf(customer?.policy) |
  bitsOf(customer?.shadowPolicy) |
  bitsOf(agent?.policy) |
  bitsOf(agent?.shadowPolicy) |
  bitsOf(card?.policy) |
  bitsOf(card?.shadowPolicy)

/** The memories of a set of bits. */
export const memoriesOf = (bits: number): AnyMemory[] => memories.filter((_memory, index) => bits & (1 << index))

/** Policies never change in place. */
const known = new WeakMap<Policy, number>()

function bitsOf(policy: Policy | undefined): number {
  if (policy === undefined) return 0
  const before = known.get(policy)
  if (before !== undefined) return before
  const bits = memories.reduce((sum, memory, index) => (memory.isNeededBy(policy) ? sum | (1 << index) : sum), 0)
  known.set(policy, bits)
  return bits
}

/**
 * The memories that follow from the journal and that a decision at `now` needs, with the time from which on it has to know purchases.
 * Times are Unix milliseconds.
 */
export function soughtInJournal(levels: NeedingLevels, now: number): ReadonlyMap<AnyMemory, number> {
  const bits = bitsNeededBy(levels)
  if (bits === 0) return nothing
  const sought = new Map<AnyMemory, number>()
  for (const memory of memoriesOf(bits)) {
    const since = memory.journal?.since(levels, now)
    if (since !== undefined) sought.set(memory, since)
  }
  return sought
}

const nothing: ReadonlyMap<AnyMemory, number> = new Map()
