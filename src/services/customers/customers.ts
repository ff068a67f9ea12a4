import type { ChangedCustomer, Customer as CustomerAnswer } from '../../contract/resources/customers.ts'
import { CustomerName } from '../../contract/resources/customers.ts'
import { invalidRequest } from '../../contract/errors.ts'
import { FreeForm } from '../../contract/primitives.ts'
import { timestamp } from '../../lib/clock.ts'
import { timeOf } from '../../lib/ids.ts'
import { lockCustomer } from '../../store/customers/customer-lock.ts'
import {
  findCustomer,
  insertCustomer,
  listCustomers as listRows,
  saveCustomer,
  type Customer,
  type NewCustomer,
} from '../../store/customers/customers.ts'
import { refreshExpiries } from '../cards/card-expiries.ts'
import { checkAllowedOrigins } from '../numbers/card-origins.ts'
import type { ReadService, WriteService } from '../request/context.ts'
import { read, write } from '../request/handler.ts'
import { warningsOf } from '../../domain/decision/policy-summary.ts'
import { checkFreeForm } from '../input/free-form.ts'
import { customerLoosening, unconfirmedByPerson } from './loosening.ts'
import { limitsOf, patchedLimits } from '../input/limits-input.ts'
import { mergedField } from '../input/merged.ts'
import { found } from '../input/ownership.ts'
import { paginate } from '../request/pagination.ts'
import { newShadow, patchedPolicy, policyOf, shadowAfter } from '../input/policy-input.ts'
import { tellCustomerChanged } from './tell-changes.ts'

const mergedName = mergedField<CustomerName>('name', CustomerName)
const mergedMetadata = mergedField<FreeForm>('metadata', FreeForm)

const createCustomer: WriteService<'createCustomer'> = async (context, { body }) => {
  const { ids, principal } = context
  checkAllowedOrigins(context, body)
  const id = ids('cust')
  const customer: NewCustomer = {
    id,
    account_id: principal.accountId,
    type: body.type ?? 'consumer',
    status: body.status ?? 'active',
    email: body.email ?? null,
    name: body.name ?? null,
    phone: body.phone ?? null,
    policy: policyOf(body.policy),
    ...newShadow(body.shadowPolicy, timeOf(id)),
    limits: limitsOf(body.limits),
    metadata: checkFreeForm('metadata', body.metadata ?? null),
    created_at: timeOf(id),
  }
  checkIdentity(customer)
  await insertCustomer(context, customer)
  return changedCustomerView(customer)
}

const listCustomers: ReadService<'listCustomers'> = async (context, { query }) => {
  const { db, principal } = context
  const { email, status, search } = query
  return paginate(context, {
    name: 'listCustomers',
    query,
    load: (page) => listRows(db, principal.accountId, { ...page, email, status, search }),
    view: customerView,
  })
}

const getCustomer: ReadService<'getCustomer'> = async ({ db, principal }, { params }) =>
  customerView(found(await findCustomer(db, principal.accountId, params.customerId), 'customer_not_found'))

const updateCustomer: WriteService<'updateCustomer'> = async (context, { params, query, body }) => {
  checkAllowedOrigins(context, body)
  const { accountId } = context.principal
  const locked = found(await lockCustomer(context, accountId, params.customerId), 'customer_not_found')
  const stored = locked.customer
  const customer: Customer = {
    ...stored,
    type: body.type ?? stored.type,
    status: body.status ?? stored.status,
    email: body.email === undefined ? stored.email : body.email,
    phone: body.phone === undefined ? stored.phone : body.phone,
    name: mergedName(stored.name, body.name),
    policy: patchedPolicy(stored.policy, body.policy),
    ...shadowAfter(stored, body.shadowPolicy, context.clock.now()),
    limits: patchedLimits(stored.limits, body.limits),
    metadata: checkFreeForm('metadata', mergedMetadata(stored.metadata, body.metadata)),
  }
  checkIdentity(customer)
  const asked = { operation: 'updateCustomer', before: stored, after: customer, proof: body.proof } as const
  const refusal = query.dryRun === true ? null : await unconfirmedByPerson(context, customerLoosening(asked))
  if (refusal !== null) return refusal
  const change = await saveCustomer(locked, customer)
  await tellCustomerChanged(locked, customer, { change, clock: context.clock })
  await refreshExpiries(locked, { customer, agentId: null, before: stored.policy, after: customer.policy })
  return changedCustomerView(customer)
}

/** A customer is somebody: by email, or by a name that is a person's or a business's (contract, section 4). */
function checkIdentity({ email, name }: NewCustomer): void {
  if (email === null && name === null) {
    throw invalidRequest(
      'email',
      'At least one of `email` and `name` is required.',
      'parameter_missing',
      'Send `email`, or a `name` such as `{"first": "Ada", "last": "Park"}`.',
    )
  }
  if (name === null) return
  const isPerson = name.first !== undefined || name.last !== undefined
  const isBusiness = name.business !== undefined
  if (isPerson === isBusiness) {
    throw invalidRequest(
      'name',
      '`name` is either `first` and `last` of a person, or `business`.',
      'parameter_invalid',
      'Send `{"first": "Ada", "last": "Park"}` or `{"business": "Park Labs"}`.',
    )
  }
}

export const changedCustomerView = (customer: NewCustomer): ChangedCustomer => ({
  ...customerView(customer),
  warnings: warningsOf({ customer, agent: null, card: null }),
})

const customerView = (customer: NewCustomer): CustomerAnswer => ({
  id: customer.id,
  type: customer.type,
  status: customer.status,
  ...(customer.email === null ? {} : { email: customer.email }),
  ...(customer.name === null ? {} : { name: customer.name }),
  ...(customer.phone === null ? {} : { phone: customer.phone }),
  policy: customer.policy,
  ...(customer.shadow_policy === null ? {} : { shadowPolicy: customer.shadow_policy }),
  ...(Object.keys(customer.limits).length === 0 ? {} : { limits: customer.limits }),
  ...(customer.metadata === null ? {} : { metadata: customer.metadata }),
  createdAt: timestamp(customer.created_at),
})

export const customerHandlers = {
  createCustomer: write(createCustomer),
  listCustomers: read(listCustomers),
  getCustomer: read(getCustomer),
  updateCustomer: write(updateCustomer),
}
