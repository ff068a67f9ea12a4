import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { connectionsWaitingForLocks } from '../../../test/support/postgres/locks.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { singleBucketGroup } from '../sharding/groups.ts'
import {
  beginWithLockTimeout,
  BEGIN_SNAPSHOT,
  sendSqlQueries,
  runDatabaseTransaction,
} from '../connection/transaction.ts'
import { loadStoredReplies, insertReplyQueries } from './batch-replies.ts'
import { idempotencyClaimKey, IDEMPOTENCY_LIFE_MS } from './idempotency.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())
afterEach(() => test.database.pool.query('truncate idempotency_keys'))

const NOW = IDEMPOTENCY_LIFE_MS

const KEY_ID = 'key_1'
const claimOf = (key: string) => ({
  accountId: 'acct_1',
  keyId: KEY_ID,
  key,
  operation: 'POST /x',
  bodyHash: Buffer.from([1]),
})

/** Stores a reply under each idempotency key in one database transaction. Resolves with null, or with the SQLSTATE of its failure. */
async function store(keys: readonly string[], now = NOW, body = 'stored'): Promise<string | null> {
  const replies = keys.map((key) => ({ claim: claimOf(key), status: 200, reply: Buffer.from(body) }))
  const options = { begin: beginWithLockTimeout(5000), timeoutMs: 5000 }
  const stored = runDatabaseTransaction(test.database.pool, options, (connection) =>
    Promise.resolve({
      result: null,
      written: sendSqlQueries(connection, insertReplyQueries(replies, { groups: singleBucketGroup, now })),
    }),
  )
  return stored.catch((error: { code: string }) => error.code)
}

const KEYS = ['a', 'kept', 'z']

/** Stores the same replies on two nodes, each in its own order, while another transaction has locked one of the idempotency keys. */
async function storeInOppositeOrder(hold: string): Promise<(string | null)[]> {
  const holder = await test.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(hold)
    const both = Promise.all([store(KEYS), store(KEYS.toReversed())])
    await eventually('both wait', async () => (await connectionsWaitingForLocks(test.database.pool)) === 2)
    await holder.query('rollback')
    return await both
  } finally {
    holder.release(true)
  }
}

it.each([
  [
    'new',
    [],
    `insert into idempotency_keys values (${bucketOfId(KEY_ID)}, 'acct_1', 'kept', 'POST /x', '', 0, '', false, 0)`,
  ],
  ['expired', KEYS, `select 1 from idempotency_keys where bucket = ${bucketOfId(KEY_ID)} and key = 'kept' for update`],
])('two nodes with the same keys in opposite order take turns where the keys are %s', async (_, stored, hold) => {
  await store(stored, 0)
  const ends = await storeInOppositeOrder(hold)
  expect(new Set(ends)).toEqual(new Set([null, '23505']))
})

it('a reply is kept until its life is over, and is then replaced', async () => {
  const claim = claimOf('kept')
  const read = async (now: number) => {
    const options = { begin: BEGIN_SNAPSHOT, timeoutMs: 5000 }
    const replies = await runDatabaseTransaction(test.database.pool, options, async (connection) => ({
      result: await loadStoredReplies(connection, [claim], { groups: singleBucketGroup, now }),
      written: Promise.resolve(),
    }))
    return replies.get(idempotencyClaimKey(claim))?.reply.toString()
  }
  await store(['kept'], 0)
  expect([await store(['kept'], NOW - 1), await read(NOW - 1)]).toEqual(['23505', 'stored'])
  expect([await store(['new', 'kept'], NOW, 'next'), await read(NOW)]).toEqual([null, 'next'])
})
