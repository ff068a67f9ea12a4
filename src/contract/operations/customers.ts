import { Type } from 'typebox'
import { CustomerStatus } from '../sheets/customer-fields.ts'
import { ChangedCustomer, CreateCustomerBody, Customer, UpdateCustomerBody } from '../resources/customers.ts'
import { Budget } from '../resources/budget.ts'
import { Exposure } from '../resources/exposure.ts'
import { PasskeyProofBody } from '../resources/passkeys.ts'
import { dryRunQuery, listPageQuery, declareOperation, listPageSchema, listSearchQuery } from '../operation.ts'
import { PolicySummary } from '../policy.ts'
import { ShadowReport } from '../resources/shadows.ts'

const tag = 'Customers'
const readers = ['admin', 'approver', 'read'] as const

export const customerOperations = {
  createCustomer: declareOperation({
    method: 'POST',
    path: '/customers',
    tag,
    summary: 'Create a customer',
    description: 'At least one of `email` and `name` is required.',
    roles: ['admin'],
    body: CreateCustomerBody,
    status: 201,
    response: ChangedCustomer,
    errors: [],
  }),
  listCustomers: declareOperation({
    method: 'GET',
    path: '/customers',
    tag,
    summary: 'List customers',
    roles: readers,
    query: listPageQuery({
      email: Type.Optional(Type.String({ maxLength: 254 })),
      status: Type.Optional(CustomerStatus),
      search: listSearchQuery('`name` or `email`'),
    }),
    status: 200,
    response: listPageSchema(Customer),
    errors: [],
  }),
  getCustomer: declareOperation({
    method: 'GET',
    path: '/customers/{customerId}',
    tag,
    summary: 'Read a customer',
    roles: readers,
    status: 200,
    response: Customer,
    errors: ['customer_not_found'],
  }),
  updateCustomer: declareOperation({
    method: 'PATCH',
    path: '/customers/{customerId}',
    tag,
    summary: 'Change a customer',
    description:
      'Objects are merged (RFC 7396): an absent field stays as it is, `null` unsets a field, and arrays are replaced whole.',
    roles: ['admin'],
    query: dryRunQuery,
    body: UpdateCustomerBody,
    status: 200,
    response: ChangedCustomer,
    errors: ['customer_not_found', 'passkey_required', 'passkey_refused'],
  }),
  getCustomerShadow: declareOperation({
    method: 'GET',
    path: '/customers/{customerId}/shadow',
    tag,
    summary: 'Compare the shadow policy of a customer with its policy',
    roles: ['admin', 'approver', 'read'],
    status: 200,
    response: ShadowReport,
    errors: ['customer_not_found'],
  }),
  promoteCustomerShadow: declareOperation({
    method: 'POST',
    path: '/customers/{customerId}/shadow/promote',
    tag,
    summary: 'Make the shadow policy of a customer its policy',
    description: 'The shadow policy replaces `policy`. Then there is no shadow policy.',
    roles: ['admin'],
    body: PasskeyProofBody,
    bodyOptional: true,
    status: 200,
    response: ChangedCustomer,
    errors: ['customer_not_found', 'no_shadow_policy', 'passkey_required', 'passkey_refused'],
  }),
  getCustomerExposure: declareOperation({
    method: 'GET',
    path: '/customers/{customerId}/exposure',
    tag,
    summary: 'Read the most that can still be approved for a customer',
    description:
      'The most that can be approved in the next 24 hours, in the next 168 hours, until the end of the UTC month, and without an end. It is never possible to approve more.',
    roles: readers,
    status: 200,
    response: Exposure,
    errors: ['customer_not_found'],
  }),
  getCustomerPolicy: declareOperation({
    method: 'GET',
    path: '/customers/{customerId}/policy',
    tag,
    summary: 'Read the effective policy of a customer',
    description:
      'The effective policy, the level that each field comes from, and the spent and the remaining amount of each limit.',
    roles: readers,
    status: 200,
    response: PolicySummary,
    errors: ['customer_not_found'],
  }),
  getCustomerBudget: declareOperation({
    method: 'GET',
    path: '/customers/{customerId}/budget',
    tag,
    summary: 'Read what a customer may spend now',
    description:
      'The remaining and the held amount of every limit, the other rules that apply, and what waits for a person.',
    roles: readers,
    status: 200,
    response: Budget,
    errors: ['customer_not_found'],
  }),
} as const
