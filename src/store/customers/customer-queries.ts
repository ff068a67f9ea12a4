import { customerSheet } from '../../contract/sheets/customer.ts'
import type { CustomerChange, WholeCustomer } from '../../domain/changes/customer.ts'
import { customerConsequences } from '../../domain/changes/level-consequences.ts'
import { bucketOf } from '../../lib/buckets.ts'
import type { Saving } from '../changes/saving.ts'
import { callIssuersOfCustomers } from '../issuer-calls/issuer-calls.ts'
import { changedSettings } from '../rows/setting-columns.ts'
import { update } from '../statements/write.ts'

/** Makes the statements that save changed customers, with all consequences of the changes. `now`: Unix milliseconds. */
export function customerSaving(changes: readonly CustomerChange[], now: number): Saving {
  const followed = changes.map((change) => ({ ...change, ...customerConsequences(change, now) }))
  const called = followed.filter(({ callsIssuers }) => callsIssuers)
  return {
    customerIds: followed.map(({ after }) => after.id),
    audited: followed.map(({ audited }) => audited),
    queries: [
      ...updateCustomers(followed.map(({ after }) => customerRow(after))),
      ...callIssuersOfCustomers(called.map(({ after }) => after.id)),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}

const settings = changedSettings(customerSheet)

const customerRow = (customer: WholeCustomer) => ({
  bucket: bucketOf(customer.id),
  id: customer.id,
  ...settings.row(customer),
})
const updateCustomers = update<ReturnType<typeof customerRow>>(
  'customers',
  { bucket: 'smallint', id: 'word', ...settings.types },
  [],
  'customer-settings',
)
