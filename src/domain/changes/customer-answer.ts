import type { Customer as CustomerAnswer } from '../../contract/resources/customers.ts'
import { timestamp } from '../../lib/clock.ts'
import type { WholeCustomer } from './customer.ts'

/** Makes the answer about a customer, as requests and events show it. */
export const customerAnswer = (customer: WholeCustomer): CustomerAnswer => ({
  id: customer.id,
  type: customer.type,
  currency: customer.currency,
  status: customer.status,
  ...(customer.email === null ? {} : { email: customer.email }),
  ...(customer.name === null ? {} : { name: customer.name }),
  ...(customer.phone === null ? {} : { phone: customer.phone }),
  policy: customer.policy,
  ...(customer.shadowPolicy === undefined ? {} : { shadowPolicy: customer.shadowPolicy }),
  ...(Object.keys(customer.limits).length === 0 ? {} : { limits: customer.limits }),
  ...(customer.metadata === null ? {} : { metadata: customer.metadata }),
  createdAt: timestamp(customer.createdAt),
})
