import type { CustomerSheet } from '../../contract/sheets/customer.ts'
import type { ResourceSettings } from '../../contract/sheets/schemas.ts'
import type { CustomerState } from '../entities.ts'

/** All fields of a customer: those that decisions read, and those that people set and see. */
export interface CustomerWithAllFields
  extends CustomerState, Omit<ResourceSettings<CustomerSheet>, keyof CustomerState> {
  /** When the shadow policy was last changed, in Unix milliseconds. Null: there is no shadow policy. */
  readonly shadowSince: number | null
  readonly createdAt: number
}

/** A customer before and after a change that is not saved yet. `customerConsequences` gives its audit entry and events. */
export interface UnsavedCustomerChange {
  readonly before: CustomerWithAllFields
  readonly after: CustomerWithAllFields
}
