import { customerSheet } from '../../contract/sheets/customer.ts'
import type { CustomerWithAllFields } from './customer.ts'
import { resourceAnswerMaker } from './sheet-fields.ts'

/** Makes the answer about a customer, as requests and events show it. */
export const customerApiAnswer = resourceAnswerMaker<typeof customerSheet, [customer: CustomerWithAllFields]>(
  customerSheet,
  {},
)
