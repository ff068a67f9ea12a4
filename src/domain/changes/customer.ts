import type { CustomerName } from '../../contract/resources/customers.ts'
import type { CustomerState } from '../entities.ts'

/** A customer with what people set and see of it, beside what decisions read. */
export interface WholeCustomer extends CustomerState {
  readonly type: 'consumer' | 'business'
  readonly email: string | null
  readonly name: CustomerName | null
  readonly phone: string | null
  /** Since when the shadow policy is what it is, Unix milliseconds. */
  readonly shadowSince: number | null
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly createdAt: number
}

/** What a change makes of a customer. Nothing is saved yet: see `customerConsequences` in `level-consequences.ts` for what follows from it. */
export interface CustomerChange {
  readonly before: WholeCustomer
  readonly after: WholeCustomer
}
