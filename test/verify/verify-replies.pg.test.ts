import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeReplayDifference } from '../../src/verify/replay-difference.ts'
import { verifyDatabase } from '../../src/verify/verify.ts'
import { startPurser, type TestPurser } from '../support/processes/start-purser.ts'
import { openTestVault } from '../support/test-vault.ts'

let service: TestPurser
beforeAll(async () => {
  service = await startPurser({ PURSER_TEST_CLOCK: 'true' })
})
afterAll(() => service.stop())

const query = (text: string, values: unknown[]) => service.database.pool.query(text, values)

/** Of one transaction, whose id is asked for in bytes. */
const TELLS_OF = 'position($1::bytea in reply) > 0'

/** The client asks for everything under an Idempotency-Key. */
async function newCard() {
  const { customers, cards } = service.purser
  const { id: customerId } = await customers.create({ email: 'replies@example.com' })
  const { id: cardId } = await cards.create({ customerId, policy: { limits: { perAuth: 1000 } } })
  const { transactionId } = await service.purser.network.authorize({ cardId, amount: 100 })
  return { customerId, cardId, transactionId }
}

/** Sums of spend are folded when they are, and have a test of their own. */
async function differences(customerId?: string) {
  const found: string[] = []
  await verifyDatabase(service.database, {
    vault: await openTestVault(service.database),
    customerId,
    onDifference: (difference) => found.push(describeReplayDifference(difference)),
  })
  return found.filter((line) => !line.includes(': sum of the '))
}

const countReplies = async () => {
  const text = `select count(*) as replies from idempotency_keys where operation <> 'advanceTestClock'`
  const { rows } = await query(text, [])
  return (rows as { replies: number }[])[0]?.replies
}

it('purser verify finds nothing in replies of every kind, to purchases of today and of long ago', async () => {
  const { network, testClock } = service.purser
  const { customerId, cardId, transactionId } = await newCard()
  await network.settle(transactionId)
  await testClock.advance({ seconds: 400 * 86_400 })
  expect(await countReplies()).toBe(0)
  await network.refund({ transactionId, amount: 1 })
  const ask = () => network.authorize({ cardId, amount: 10, networkReference: 'twice' })
  const { transactionId: again } = await ask()
  await network.increment(again, { amount: 5 })
  await network.increment(again, { amount: 5000 })
  await network.reverse(again, { amount: 3 })
  await ask()
  await network.authorize({ cardId, amount: 5000 })
  await network.forceCapture({ cardId, amount: 20 })
  const fact = { cardId, networkReference: 'told', amount: 30 }
  await network.advise({ ...fact, factId: '1', approved: true })
  await network.post({ ...fact, factId: '2', kind: 'capture' })
  const { credit } = await network.post({ ...fact, factId: '3', kind: 'credit', amount: 40 })
  expect(credit?.type).toBe('credit')
  await expect(network.settle('txn_none')).rejects.toThrow()
  expect(await countReplies()).toBe(12)
  expect(await differences()).toEqual([])
  expect(await differences(customerId)).toEqual([])

  await query('update idempotency_keys set created_at = created_at - $1', [10 * 86_400_000]) // over, and not yet deleted
  expect(await differences()).toEqual([])
})

describe('purser verify finds a reply', () => {
  it('whose purchase is not there, at the end of a journal that is whole without it', async () => {
    const { customerId, cardId } = await newCard()
    const { customerId: other } = await newCard()
    const approved = await service.purser.network.authorize({ cardId, amount: 200 })
    const declined = await service.purser.network.authorize({ cardId, amount: 2000 })
    const expected = (operation: string, id: string) =>
      `${customerId} ${id}: a transaction that ${operation} has answered: stored null, replayed "${id}"`
    await query('delete from transactions where id = $1', [declined.transactionId])
    expect(await differences(customerId)).toEqual([expected('createAuthorization', declined.transactionId)])
    await query('delete from transactions where id = $1', [approved.transactionId])
    const both = [approved, declined].map(({ transactionId }) => expected('createAuthorization', transactionId))
    expect((await differences(customerId)).toSorted()).toEqual(both.toSorted())
    expect((await differences()).toSorted()).toEqual(both.toSorted())
    expect(await differences(other)).toEqual([])
  })

  it('whose step is not there', async () => {
    const { customerId, transactionId } = await newCard()
    await service.purser.testClock.advance({ seconds: 1 })
    const { updatedAt } = await service.purser.network.settle(transactionId)
    await query('delete from transaction_steps where transaction_id = $1', [transactionId])
    await query(`delete from events where type = 'transaction.settled' and customer_id = $1`, [customerId])
    await query(
      `update transactions set status = 'pending', settled_amount = 0, settled_at = null, updated_at = created_at where id = $1`,
      [transactionId],
    )
    expect(await differences(customerId)).toEqual([
      expect.stringMatching(
        `^${customerId} ${transactionId}: updated_at that settleAuthorization has answered: stored ".*", replayed "${updatedAt}"$`,
      ),
    ])
  })

  it('of another decision and another customer than are stored', async () => {
    const { customerId, transactionId } = await newCard()
    const { rows } = await query(`select key, reply from idempotency_keys where ${TELLS_OF}`, [
      Buffer.from(transactionId),
    ])
    const [{ key, reply }] = rows as [{ key: string; reply: Buffer }]
    const write = (text: string, by: string) =>
      query('update idempotency_keys set reply = $2 where key = $1', [key, reply.toString().replaceAll(text, by)])
    await write('"decision":"approve"', '"decision":"decline"')
    const decision = `decision that createAuthorization has answered: stored "approve", replayed "decline"`
    expect(await differences(customerId)).toEqual([`${customerId} ${transactionId}: ${decision}`])
    await write(customerId, 'cust_other')
    expect(await differences(customerId)).toEqual([])
    expect(await differences()).toContain(
      `cust_other ${transactionId}: customer_id that createAuthorization has answered: stored "${customerId}", replayed "cust_other"`,
    )
  })

  it('that cannot be read, and each of more than are read at once', async () => {
    const { customerId, transactionId } = await newCard()
    const copies = 1500
    await query(
      `insert into idempotency_keys select bucket, account_id, key || n, operation, body_hash, status, reply, sealed, created_at
        from idempotency_keys cross join generate_series(1, ${copies}) as n where ${TELLS_OF}`,
      [Buffer.from(transactionId)],
    )
    expect(await differences(customerId)).toEqual([])
    await query('delete from transactions where id = $1', [transactionId])
    const missing = (lines: readonly string[]) => lines.filter((line) => line.includes('has answered: stored null'))
    expect(missing(await differences(customerId))).toHaveLength(copies + 1)
    await query(`update idempotency_keys set reply = '\\x7b' where ${TELLS_OF}`, [Buffer.from(transactionId)])
    expect(missing(await differences(customerId))).toEqual([])
    const unreadable = 'what createAuthorization has answered: stored "unreadable", replayed null'
    expect((await differences()).filter((line) => line.endsWith(unreadable))).toHaveLength(copies + 1)
  })
})
