import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { someCard } from '../../../test/support/records/some-card.ts'
import { someCustomer } from '../../../test/support/records/some-customer.ts'
import type { EngineBatch } from '../../domain/batch/batch.ts'
import { changeCard } from '../../domain/batch/change-card.ts'
import { noBatchChanges } from '../../domain/batch/changes.ts'
import { type UnsavedCardChange, cardStatusChange } from '../../domain/changes/card.ts'
import type { EngineCommand } from '../../domain/batch/commands/commands.ts'
import { noNetworkReference } from '../../domain/batch/references.ts'
import type { LoadedCard } from '../../domain/loaded-levels.ts'
import { noSentCredentials } from '../../domain/credentials.ts'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { singleBucketGroup } from '../sharding/groups.ts'
import { monotonicIds } from '../../lib/ids.ts'
import { insertCard } from '../cards/cards.ts'
import { closedCardsWithNumber } from '../numbers/destroyed-numbers.ts'
import { PolicyVersions } from '../customers/policy-versions.ts'
import { JournalCache } from './cache/cache.ts'
import { lockAndLoadBatchCustomers } from './load.ts'
import { saveBatch } from './save.ts'
import { beginWithLockTimeout, sendSqlQueries, runDatabaseTransaction } from '../connection/transaction.ts'

const ids = monotonicIds({ now: () => 1000 })
let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

type Act = (card: LoadedCard) => UnsavedCardChange
type ChangesOfBatch = readonly [at: number, ...acts: Act[]]

/** Makes a card of a new customer, and changes it by one batch after the other. */
async function changedCard(batches: readonly ChangesOfBatch[]): Promise<string> {
  const customer = await someCustomer(test.database, ids)
  const cardId = ids('card', bucketOfId(customer.id))
  await customer.locked((locked) => insertCard(locked, someCard({ id: cardId, customerId: customer.id })))
  const levels = { customerId: customer.id, agentId: null, cardId }
  for (const [now, ...acts] of batches) {
    await runDatabaseTransaction(
      test.database.pool,
      { begin: beginWithLockTimeout(5000), timeoutMs: 5000 },
      async (connection) => {
        const located = [{ command: purchase(cardId), levels }]
        const loaded = await lockAndLoadBatchCustomers(connection, located, {
          now,
          cache: new JournalCache(),
          groups: singleBucketGroup,
        })
        const batch = batchOf(loaded.set, now)
        for (const act of acts)
          changeCard(batch, act(assertPresent(loaded.set.cards.get(cardId), 'the card is loaded')), 1)
        const { queries } = saveBatch(
          { ids, policyVersions: new PolicyVersions() },
          { ...loaded, changes: batch.changes },
        )
        return { result: null, written: sendSqlQueries(connection, queries) }
      },
    )
  }
  return cardId
}

const purchase = (cardId: string): EngineCommand => ({
  kind: 'authorize',
  accountId: 'acct_1',
  cardId,
  amount: 1000,
  currency: 'USD',
  merchant: {},
  ...noNetworkReference,
  credentials: noSentCredentials,
})

const batchOf = (set: EngineBatch['set'], now: number): EngineBatch => ({
  set,
  now,
  changes: noBatchChanges(),
  command: 0,
  holdMs: 0,
  newId: () => '',
  newEntryId: () => '',
})

const close: Act = (card) =>
  assertPresent(cardStatusChange(card, { to: 'closed', reason: 'single_use' }), 'an open card is closed')
const freeze: Act = (card) =>
  assertPresent(cardStatusChange(card, { to: 'frozen', reason: 'intent_missing' }), 'it is active')
const countFailure: Act = (card) => ({ before: card, after: { ...card, failedCredentials: [1] }, move: null })

it.each<[string, readonly ChangesOfBatch[], number]>([
  ['closed unused', [[2000, close]], 2000],
  [
    'frozen before it is closed',
    [
      [2000, freeze],
      [3000, close],
    ],
    3000,
  ],
  [
    'changed after it is closed',
    [
      [2000, close],
      [3000, countFailure],
    ],
    2000,
  ],
  ['changed again in the batch that closes it', [[2000, close, countFailure]], 2000],
])('the number of a card that batches leave %s falls due for destruction', async (_, batches, closedAt) => {
  const cardId = await changedCard(batches)
  const dueAt = async (until: number) => {
    const due = await closedCardsWithNumber(test.database.db, { until, limit: 100 })
    return due.map(({ id }) => id).includes(cardId)
  }
  expect([await dueAt(closedAt - 1), await dueAt(closedAt)]).toEqual([false, true])
})
