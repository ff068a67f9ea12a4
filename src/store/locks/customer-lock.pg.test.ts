import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someCard } from '../../../test/support/records/some-card.ts'
import { type SomeCustomer, someCustomer } from '../../../test/support/records/some-customer.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres/test-database.ts'
import { cardStatusChange } from '../../domain/changes/card.ts'
import { assertPresent } from '../../lib/assert.ts'
import { bucketOfId } from '../../lib/buckets.ts'
import { systemClock } from '../../lib/clock.ts'
import { monotonicIds } from '../../lib/ids.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import { findCard, insertCard } from '../cards/cards.ts'
import { saveAuditedChanges } from '../changes/save-changes.ts'
import { customerSaveStatements } from '../customers/customer-queries.ts'
import { cardSaveStatements } from '../cards/card-saving.ts'
import { lockCustomer, type LockedCustomer } from './customer-lock.ts'
import type { Tx } from '../connection/db.ts'
import { asTestActor } from '../../../test/support/records/acts.ts'

const ids = monotonicIds(systemClock)
let test: TestDatabase
let own: SomeCustomer
let other: SomeCustomer
beforeAll(async () => {
  test = await createTestDatabase()
  own = await someCustomer(test.database, ids)
  other = await someCustomer(test.database, ids)
})
afterAll(() => test.drop())

const cardOf = ({ id }: SomeCustomer) => someCard({ id: ids('card', bucketOfId(id)), customerId: id })
const frozen = (card: CardWithAllFields) =>
  assertPresent(cardStatusChange(card, { to: 'frozen', reason: 'requested' }), 'an active card can be frozen')
const versionOf = async ({ id }: SomeCustomer) => {
  const found = test.database.db.selectFrom('customers').select('version').where('id', '=', id)
  return (await found.executeTakeFirst())?.version
}

describe('the lock of a customer', () => {
  it('gives the customer a new version, which others see after the commit', async () => {
    const before = await versionOf(own)
    await own.locked(async () => {
      expect(await versionOf(own)).toBe(before)
    })
    const after = await versionOf(own)
    expect(after).toMatch(/^ver_/)
    expect(after).not.toBe(before)
  })

  it.each([
    ['a new card', (locked: LockedCustomer): Promise<unknown> => insertCard(locked, cardOf(other))],
    [
      'a changed card',
      (locked: LockedCustomer): Promise<unknown> =>
        saveAuditedChanges(locked, [cardSaveStatements([frozen(cardOf(other))], 1)]),
    ],
    [
      'the customer itself',
      (locked: LockedCustomer): Promise<unknown> => {
        const { customer } = locked
        return saveAuditedChanges(locked, [
          customerSaveStatements([{ before: customer, after: { ...customer, id: other.id } }], 1),
        ])
      },
    ],
  ])('does not allow a change of another customer: %s', async (_what, change) => {
    await expect(own.locked(change)).rejects.toThrow('locked')
  })

  it("does not allow a change of another customer's card, whatever its id", async () => {
    const card = cardOf(other)
    await other.locked((locked) => insertCard(locked, card))
    await expect(
      own.locked((locked) => saveAuditedChanges(locked, [cardSaveStatements([frozen(card)], 1)])),
    ).rejects.toThrow('locked customer')
    const found = await findCard(test.database.db, { accountId: 'acct_1', agentId: null }, card.id)
    expect(found?.status).toBe('active')
  })

  it('is not found from another account', async () => {
    const locked = asTestActor(test.database, ids, (writing) => lockCustomer(writing, 'acct_2', own.id))
    expect(await locked).toBeUndefined()
  })
})

const looksLikeOne = { has: () => true, own: <Row>(row: Row): Row => row }

/** This function is never called: each of its calls must fail to compile. */
export const withoutTheLock = (tx: Tx) => [
  // @ts-expect-error -- a transaction is not a lock
  saveAuditedChanges(tx, []),
  // @ts-expect-error -- a transaction with ids is not a lock
  saveAuditedChanges({ tx, ids }, []),
  // @ts-expect-error -- an object with the members of a lock is not a lock
  saveAuditedChanges({ tx, ids, ...looksLikeOne }, []),
]
