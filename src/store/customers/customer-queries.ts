import type { UnsavedCustomerChange } from '../../domain/changes/customer.ts'
import { customerConsequences } from '../../domain/changes/level-consequences.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import { callIssuersOfCustomers } from '../issuer-calls/issuer-calls.ts'
import { customersTable } from '../rows/customers.ts'

/** Makes the statements that save changed customers, with all consequences of the changes. `now`: Unix milliseconds. */
export function customerSaveStatements(changes: readonly UnsavedCustomerChange[], now: number): ResourceSaveStatements {
  const followed = changes.map((change) => ({ ...change, ...customerConsequences(change, now) }))
  const called = followed.filter(({ callsIssuers }) => callsIssuers)
  return {
    customerIds: followed.map(({ after }) => after.id),
    audited: followed.map(({ audited }) => audited),
    queries: [
      ...updateCustomers(followed.map(({ after }) => after)),
      ...callIssuersOfCustomers(called.map(({ after }) => after.id)),
    ],
    events: followed.flatMap(({ events }) => events),
  }
}

const updateCustomers = customersTable.updating(undefined, 'customer-settings')
