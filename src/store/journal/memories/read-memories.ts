import type { AnyRuleMemory, BatchRuleMemories } from '../../../domain/memories/memories.ts'
import type { NeededRuleMemories } from '../../../domain/rules/needed-memories.ts'
import type { RuleMemoryName } from '../../../domain/rules/index.ts'
import type { DatabaseTransactionConnection } from '../../connection/transaction.ts'
import type { SendSqlStatement } from '../../transactions/earlier-purchases.ts'
import { boughtMerchantsReader } from './bought-merchants-reader.ts'
import type {
  JournalPurchaseLookBack,
  BatchWorkingSetLevels,
  RuleMemoryReader,
  RuleMemoryReadOptions,
} from './reader.ts'
import { recentPurchasesReader } from './recent-purchases.ts'
import { spentAtMerchantsReader } from './spent-at.ts'

const readers: { readonly [Name in RuleMemoryName]: RuleMemoryReader<unknown> } = {
  boughtAt: boughtMerchantsReader,
  recentPurchases: recentPurchasesReader,
  spentAt: spentAtMerchantsReader,
}

const readerOf = ({ name }: AnyRuleMemory): RuleMemoryReader<unknown> => readers[name as RuleMemoryName]

/** Reads memories of rules in one more round trip. `needed`: the cards that need each memory. */
export async function readRuleMemories(
  connection: DatabaseTransactionConnection,
  { needed, ...levels }: BatchWorkingSetLevels & { readonly needed: NeededRuleMemories },
  reading: RuleMemoryReadOptions,
): Promise<BatchRuleMemories> {
  const read = [...needed].map(
    async ([memory, needing]) =>
      [memory, await readerOf(memory).read(connection, { ...levels, needing }, reading)] as const,
  )
  return new Map(await Promise.all(read))
}

/** Reads from the journal the values that a rule's memory had at past decisions, in the order of the decisions. */
export const readPastRuleMemories = async (
  send: SendSqlStatement,
  memory: AnyRuleMemory,
  lookBacks: readonly JournalPurchaseLookBack[],
): Promise<unknown[]> => (await readerOf(memory).readPast?.(send, lookBacks)) ?? []
