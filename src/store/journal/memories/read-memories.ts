import type { LoadedCard } from '../../../domain/loaded-levels.ts'
import { type AnyMemory, type Memories, noMemories } from '../../../domain/memories/memories.ts'
import { bitsNeededBy, memoriesOf } from '../../../domain/rules/needed-memories.ts'
import type { MemoryName } from '../../../domain/rules/index.ts'
import type { Connection } from '../../connection/transaction.ts'
import type { LookBack, SendStatement } from '../../transactions/earlier-purchases.ts'
import { boughtAtReader } from './bought-at.ts'
import type { Levels, MemoryReader, MemoryReading } from './reader.ts'
import { recentPurchasesReader } from './recent-purchases.ts'

const readers: { readonly [Name in MemoryName]: MemoryReader<unknown> } = {
  boughtAt: boughtAtReader,
  recentPurchases: recentPurchasesReader,
}

const readerOf = ({ name }: AnyMemory): MemoryReader<unknown> => readers[name as MemoryName]

/** Reads the memories that the cards' policies need, in one more round trip. If no policy needs any, nothing is sent. */
export async function readMemories(connection: Connection, levels: Levels, reading: MemoryReading): Promise<Memories> {
  let bits = 0
  for (const card of levels.cards.values()) bits |= bitsOf(levels, card)
  if (bits === 0) return noMemories
  const cards = [...levels.cards.values()]
  const read = memoriesOf(bits).map(async (memory) => {
    const needing = cards.filter((card) => memoriesOf(bitsOf(levels, card)).includes(memory))
    return [memory, await readerOf(memory).read(connection, { ...levels, needing }, reading)] as const
  })
  return new Map(await Promise.all(read))
}

const bitsOf = ({ customers, agents }: Levels, card: LoadedCard): number =>
  bitsNeededBy({
    customer: customers.get(card.customerId) ?? null,
    agent: agents.get(card.agentId ?? '') ?? null,
    card,
  })

/** Reads what past decisions found in the journal of a memory, in their order. */
export const readPastMemories = async (
  send: SendStatement,
  memory: AnyMemory,
  lookBacks: readonly LookBack[],
): Promise<unknown[]> => (await readerOf(memory).readPast?.(send, lookBacks)) ?? []
