import { Type, type Static } from 'typebox'
import { confirmable } from './passkeys.ts'
import { mergePatch } from '../patch.ts'
import { Limits, LimitsInput, Policy, PolicyWarnings } from '../policy.ts'
import { Currency, CurrencyCode, FreeForm, Id, Timestamp } from '../primitives.ts'
import { ShadowPolicy } from './shadows.ts'

export const CustomerType = Type.Enum(['consumer', 'business'])
export const CustomerStatus = Type.Enum(['active', 'suspended'])

const namePart = () => Type.Optional(Type.String({ minLength: 1, maxLength: 200 }))
export const CustomerName = Type.Object(
  { first: namePart(), last: namePart(), business: namePart() },
  { additionalProperties: false, title: 'CustomerName', description: '`first` and `last`, or `business`.' },
)
export type CustomerName = Static<typeof CustomerName>

const email = Type.String({ format: 'email', maxLength: 254 })
const phone = Type.String({ minLength: 3, maxLength: 32 })

export const Customer = Type.Object(
  {
    id: Id,
    type: CustomerType,
    currency: Type.String({
      ...CurrencyCode,
      description: 'The currency of everything beneath the customer, as ISO 4217 code. It never changes.',
    }),
    status: CustomerStatus,
    email: Type.Optional(email),
    name: Type.Optional(CustomerName),
    phone: Type.Optional(phone),
    policy: Policy,
    shadowPolicy: ShadowPolicy,
    limits: Type.Optional(Limits),
    metadata: Type.Optional(FreeForm),
    createdAt: Timestamp,
  },
  { title: 'Customer' },
)
export type Customer = Static<typeof Customer>

/** The answer to creating or changing a customer, with the warnings of `GET /customers/{customerId}/policy`. */
export const ChangedCustomer = Type.Object(
  { ...Customer.properties, warnings: PolicyWarnings },
  { title: 'ChangedCustomer' },
)
export type ChangedCustomer = Static<typeof ChangedCustomer>

export const CreateCustomerBody = Type.Object(
  {
    type: Type.Optional(CustomerType),
    currency: Type.Optional(
      Type.String({
        ...Currency,
        description: "ISO 4217 currency code, any case. Default: the account's. A change cannot name another.",
      }),
    ),
    status: Type.Optional(CustomerStatus),
    email: Type.Optional(email),
    name: Type.Optional(CustomerName),
    phone: Type.Optional(phone),
    policy: Type.Optional(Policy),
    shadowPolicy: ShadowPolicy,
    limits: Type.Optional(LimitsInput),
    metadata: Type.Optional(FreeForm),
  },
  { additionalProperties: false },
)
export const UpdateCustomerBody = confirmable(mergePatch(CreateCustomerBody, ['type', 'currency', 'status']))
