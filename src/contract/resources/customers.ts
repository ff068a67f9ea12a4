import { Type, type Static } from 'typebox'
import { PolicyWarnings } from '../policy.ts'
import { customerSheet } from '../sheets/customer.ts'
import { resourceAnswerFields, resourceCreateBody, resourceUpdateBody } from '../sheets/schemas.ts'
import { passkeyConfirmableBody } from './passkeys.ts'

/** A customer in answers: the fields of `customerSheet`. */
export const Customer = Type.Object(resourceAnswerFields(customerSheet), { title: 'Customer' })
export type Customer = Static<typeof Customer>

/** The answer to creating or changing a customer, with the warnings of `GET /customers/{customerId}/policy`. */
export const ChangedCustomer = Type.Object(
  { ...Customer.properties, warnings: PolicyWarnings },
  { title: 'ChangedCustomer' },
)
export type ChangedCustomer = Static<typeof ChangedCustomer>

export const CreateCustomerBody = resourceCreateBody(customerSheet)
export const UpdateCustomerBody = passkeyConfirmableBody(resourceUpdateBody(customerSheet))
