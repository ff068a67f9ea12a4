import type { LoadedCard } from '../../../domain/loaded-levels.ts'
import { type AnyRuleMemory, type BatchMemories, noBatchMemories } from '../../../domain/memories/memories.ts'
import { neededMemoryBits, memoriesOfBits } from '../../../domain/rules/needed-memories.ts'
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

/** Reads the memories that the cards' policies need, in one more round trip. If no policy needs any, nothing is sent. */
export async function readMemories(
  connection: Connection,
  levels: WorkingSetLevels,
  reading: MemoryReadOptions,
): Promise<BatchMemories> {
  let bits = 0
  for (const card of levels.cards.values()) bits |= bitsOf(levels, card)
  if (bits === 0) return noBatchMemories
  const cards = [...levels.cards.values()]
  const read = memoriesOfBits(bits).map(async (memory) => {
    const needing = cards.filter((card) => memoriesOfBits(bitsOf(levels, card)).includes(memory))
    return [memory, await readerOf(memory).read(connection, { ...levels, needing }, reading)] as const
  })
  return new Map(await Promise.all(read))
}

const bitsOf = ({ customers, agents }: WorkingSetLevels, card: LoadedCard): number =>
  neededMemoryBits({
    customer: customers.get(card.customerId) ?? null,
    agent: agents.get(card.agentId ?? '') ?? null,
    card,
  })

/** Reads what past decisions found in the journal of a memory, in their order. */
export const readPastMemories = async (
  send: SendStatement,
  memory: AnyRuleMemory,
  lookBacks: readonly JournalLookBack[],
): Promise<unknown[]> => (await readerOf(memory).readPast?.(send, lookBacks)) ?? []
