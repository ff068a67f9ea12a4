import { assertPresent } from '../../../src/lib/assert.ts'
import type { IdMaker } from '../../../src/lib/ids.ts'
import { lockCustomer, type LockedCustomer } from '../../../src/store/locks/customer-lock.ts'
import { insertCustomer } from '../../../src/store/customers/customers.ts'
import type { Database } from '../../../src/store/connection/database.ts'
import { asTestActor, createAuditTrail } from './acts.ts'

export interface SomeCustomer {
  readonly id: string
  /** Runs one transaction that holds the customer's lock. */
  locked<T>(work: (locked: LockedCustomer) => Promise<T>): Promise<T>
}

const ACCOUNT = 'acct_1'

/** Makes a customer of the account `acct_1`, for tests of the store alone. */
export async function someCustomer(database: Database, ids: IdMaker, id = ids('cust')): Promise<SomeCustomer> {
  const nobody = {
    accountId: ACCOUNT,
    email: null,
    name: null,
    phone: null,
    costCenter: null,
    metadata: null,
    shadowSince: null,
    createdAt: 0,
  }
  const customer = {
    ...nobody,
    id,
    type: 'consumer',
    currency: 'USD',
    status: 'active',
    policy: {},
    limits: {},
  } as const
  await createAuditTrail(database, ACCOUNT)
  await asTestActor(database, ids, (writing) => insertCustomer(writing, customer))
  return {
    id,
    locked: (work) =>
      asTestActor(database, ids, async (writing) =>
        work(assertPresent(await lockCustomer(writing, ACCOUNT, id), 'the customer is there')),
      ),
  }
}
