import type { AnyRuleMemory, BatchMemories } from '../../../domain/memories/memories.ts'
import type { NeededMemories } from '../../../domain/rules/needed-memories.ts'
import type { MemoryName } from '../../../domain/rules/index.ts'
import type { Connection } from '../../connection/transaction.ts'
import type { SendStatement } from '../../transactions/earlier-purchases.ts'
import { boughtMerchantsReader } from './bought-merchants-reader.ts'
import type { JournalLookBack, WorkingSetLevels, MemoryReader, MemoryReadOptions } from './reader.ts'
import { recentPurchasesReader } from './recent-purchases.ts'
import { spentAtReader } from './spent-at.ts'

const readers: { readonly [Name in MemoryName]: MemoryReader<unknown> } = {
  boughtAt: boughtMerchantsReader,
  recentPurchases: recentPurchasesReader,
  spentAt: spentAtReader,
}

const readerOf = ({ name }: AnyRuleMemory): MemoryReader<unknown> => readers[name as MemoryName]

/** Reads memories of rules in one more round trip. `needed`: the cards that need each memory. */
export async function readMemories(
  connection: Connection,
  { needed, ...levels }: WorkingSetLevels & { readonly needed: NeededMemories },
  reading: MemoryReadOptions,
): Promise<BatchMemories> {
  const read = [...needed].map(
    async ([memory, needing]) =>
      [memory, await readerOf(memory).read(connection, { ...levels, needing }, reading)] as const,
  )
  return new Map(await Promise.all(read))
}

/** Reads from the journal the values that a rule's memory had at past decisions, in the order of the decisions. */
export const readPastMemories = async (
  send: SendStatement,
  memory: AnyRuleMemory,
  lookBacks: readonly JournalLookBack[],
): Promise<unknown[]> => (await readerOf(memory).readPast?.(send, lookBacks)) ?? []
