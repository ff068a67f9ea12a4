import { customerSheet } from '../../contract/sheets/customer.ts'
import type { WholeCustomer } from './customer.ts'
import { sheetAnswers } from './sheet-fields.ts'

/** Makes the answer about a customer, as requests and events show it. */
export const customerAnswer = sheetAnswers<typeof customerSheet, [customer: WholeCustomer]>(customerSheet, {})
