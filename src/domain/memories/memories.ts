import type { RuleMemoryValues, SpendRequest, SpendingSubject } from '../entities.ts'
import type { SpendAtMerchantEntry, RuleMemory } from './memory.ts'

/** A memory of rules, such as the merchants where a customer has bought, whatever the type of its value. */
export type AnyRuleMemory = RuleMemory<unknown>

/**
 * The memories of rules for a batch: their values by the id of the customer or card that has them. A memory that no policy needs is
 * missing; most batches have no memories at all.
 */
export type BatchRuleMemories = ReadonlyMap<AnyRuleMemory, Map<string, unknown>>

interface Levels {
  readonly customerId: string
  readonly cardId: string | null
}

/** Returns the value that a memory of rules has for the subject of a decision. Undefined: it was not read, because no policy needs it. */
export const recallRuleMemory = <Value>(
  memory: RuleMemory<Value>,
  { memories }: Pick<SpendingSubject, 'memories'>,
): Value | undefined => memories?.get(memory) as Value | undefined

/** Returns the value that a memory of rules has for a level of a batch. Undefined: it was not read, because no policy needs it. */
export const recallRuleMemoryOfLevel = <Value>(
  memory: RuleMemory<Value>,
  memories: BatchRuleMemories | undefined,
  level: string,
): Value | undefined => memories?.get(memory)?.get(level) as Value | undefined

/** Selects the rules' memories of the levels that one decision is about. */
export function ruleMemoriesOfLevels(memories: BatchRuleMemories, levels: Levels): RuleMemoryValues {
  const remembered = new Map<AnyRuleMemory, unknown>()
  for (const [memory, values] of memories) {
    const value = values.get(levels[`${memory.of}Id`] ?? '')
    if (value !== undefined) remembered.set(memory, value)
  }
  return remembered
}

/** Adds what an entry of the journal counts as spent, or gives back, to the rules' memories of its card and its customer. */
export function addSpendToRuleMemories(
  memories: BatchRuleMemories,
  entry: SpendAtMerchantEntry & { readonly customerId: string },
): void {
  for (const [memory, values] of memories) {
    const id = entry[`${memory.of}Id`]
    const known = values.get(id)
    if (known !== undefined) values.set(id, memory.after(known, entry))
  }
}

/** The members of `decision_inputs` that store the rules' memories of a decision. */
export type PackedRuleMemories = Readonly<Record<string, unknown>>

/** Packs the rules' memories of a decision's levels, each in its newest version. */
export function packRuleMemories(subject: SpendingSubject, request: SpendRequest): PackedRuleMemories {
  let packed: PackedRuleMemories = {}
  for (const [memory, known] of (subject.memories ?? []) as Iterable<[AnyRuleMemory, unknown]>) {
    const form = memory.forms.at(-1)
    const stored = form?.pack(known, subject, request)
    if (form !== undefined && stored !== undefined) packed = { ...packed, [form.key]: stored }
  }
  return packed
}

/** Unpacks a rule's memory from the members that were stored with a decision, in whichever version. Undefined: it is never stored. */
export function unpackRuleMemory<Value>({ forms }: RuleMemory<Value>, stored: PackedRuleMemories): Value | undefined {
  const form = forms.findLast(({ key }) => key in stored) ?? forms[0]
  return form?.unpack(stored[form.key])
}
