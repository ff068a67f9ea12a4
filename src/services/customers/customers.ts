import type { ChangedCustomer } from '../../contract/resources/customers.ts'
import { invalidRequestFieldError } from '../../contract/complaints/json-path.ts'
import { invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { customerSheet } from '../../contract/sheets/customer.ts'
import type { UnsavedCustomerChange, CustomerWithAllFields } from '../../domain/changes/customer.ts'
import { customerApiAnswer } from '../../domain/changes/customer-answer.ts'
import { timeOfId } from '../../lib/ids.ts'
import { findAccount } from '../../store/accounts/accounts.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { cardExpirySaveStatements } from '../../store/cards/card-expiries.ts'
import { customerSaveStatements } from '../../store/customers/customer-queries.ts'
import { lockCustomer, type LockedCustomer } from '../../store/locks/customer-lock.ts'
import { findCustomer, insertCustomer, listCustomers as listRows } from '../../store/customers/customers.ts'
import { customersTable as customerTable } from '../../store/rows/customers.ts'
import { cardExpiriesOfCustomer } from '../cards/card-expiries.ts'
import { checkAllowedOrigins } from '../levels/card-origins.ts'
import type { ReadOperationService, WriteOperationService } from '../request/context.ts'
import { readOperationHandler, writeOperationHandler } from '../request/handler.ts'
import { policyWarningsOf } from '../../domain/warnings/policy-summary.ts'
import { looseningOfCustomerChange, looseningUnconfirmedByPerson } from '../levels/loosening.ts'
import { knownCurrency } from '../input/known-currency.ts'
import { objectOr404 } from '../input/or-throw.ts'
import { paginate } from '../request/pagination.ts'
import { newResourceSettings, patchedResourceSettings } from '../input/settings-input.ts'

const settings = newResourceSettings(customerSheet)
const patched = patchedResourceSettings(customerSheet)

const createCustomer: WriteOperationService<'createCustomer'> = async (context, { body }) => {
  const { ids, principal, tx } = context
  checkAllowedOrigins(context, body)
  const id = ids('cust')
  const currency =
    body.currency === undefined ? (await findAccount(tx, principal.accountId)).currency : knownCurrency(body.currency)
  const customer: CustomerWithAllFields = {
    id,
    accountId: principal.accountId,
    currency,
    ...settings(body, { currency, now: timeOfId(id) }),
    createdAt: timeOfId(id),
  }
  checkIdentity(customer)
  await insertCustomer(context, customer)
  return changedCustomerView(customer)
}

const listCustomers: ReadOperationService<'listCustomers'> = async (context, { query }) => {
  const { db, principal } = context
  const { email, status, search } = query
  if (email?.includes(' ')) {
    throw invalidRequestFieldError('email', '`email` has a space.', {
      hint: 'In a URL a `+` means a space: write it as `%2B`, for instance `ada%2Bshop@example.com`.',
    })
  }
  return paginate(context, {
    name: 'listCustomers',
    query,
    load: (page) => listRows(db, principal.accountId, { ...page, email, status, search }),
    view: (row) => customerApiAnswer(customerTable.state(row)),
  })
}

const getCustomer: ReadOperationService<'getCustomer'> = async ({ db, principal }, { params }) =>
  customerApiAnswer(objectOr404(await findCustomer(db, principal.accountId, params.customerId), 'customer_not_found'))

const updateCustomer: WriteOperationService<'updateCustomer'> = async (
  context,
  { params, body: { proof, ...patch } },
) => {
  checkAllowedOrigins(context, patch)
  const { accountId } = context.principal
  const locked = objectOr404(await lockCustomer(context, accountId, params.customerId), 'customer_not_found')
  const now = context.clock.now()
  const change = patchedCustomer(locked.customer, patch, now)
  const proposed = { operation: 'updateCustomer', ...change, proof } as const
  const refusal = await looseningUnconfirmedByPerson(context, looseningOfCustomerChange(proposed))
  if (refusal !== null) return refusal
  await saveCustomer(locked, change, now)
  return changedCustomerView(change.after)
}

/** The dry run of `updateCustomer`: makes the change and saves nothing. */
const tryUpdateCustomer: ReadOperationService<'updateCustomer'> = async (
  context,
  { params, body: { proof: _proof, ...patch } },
) => {
  checkAllowedOrigins(context, patch)
  const { db, principal, clock } = context
  const customer = objectOr404(await findCustomer(db, principal.accountId, params.customerId), 'customer_not_found')
  return changedCustomerView(patchedCustomer(customer, patch, clock.now()).after)
}

/** Saves a change of a customer, with the new expiries of its cards. `now`: Unix milliseconds. */
export async function saveCustomer(locked: LockedCustomer, change: UnsavedCustomerChange, now: number): Promise<void> {
  const expiries = await cardExpiriesOfCustomer(locked, change)
  await saveAuditedChanges(locked, [customerSaveStatements([change], now), cardExpirySaveStatements(expiries)])
}

type Patch = Omit<OperationInputOf<'updateCustomer'>['body'], 'proof'>

/** The change that a PATCH makes to a customer. `now`: Unix milliseconds. */
function patchedCustomer(before: CustomerWithAllFields, patch: Patch, now: number): UnsavedCustomerChange {
  checkSameCurrency(before, patch)
  const { currency } = before
  const after: CustomerWithAllFields = { ...before, ...patched(before, patch, { currency, now }) }
  checkIdentity(after)
  return { before, after }
}

/**
 * Throws where a PATCH names another currency than the customer has, because all cards and limits beneath the customer are in that
 * currency.
 */
function checkSameCurrency({ currency }: CustomerWithAllFields, patch: Patch): void {
  if (patch.currency === undefined || patch.currency.toUpperCase() === currency) return
  throw invalidRequestError(
    'currency',
    `A customer's currency never changes: this one is in ${currency}.`,
    'parameter_invalid',
    'Leave `currency` out, or make another customer in that currency.',
  )
}

/** Throws unless a customer has an email or a name, and the name is either a person's or a business's (contract, section 4). */
function checkIdentity({ email, name }: CustomerWithAllFields): void {
  if (email === null && name === null) {
    throw invalidRequestError(
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
    throw invalidRequestError(
      'name',
      '`name` is either `first` and `last` of a person, or `business`.',
      'parameter_invalid',
      'Send `{"first": "Ada", "last": "Park"}` or `{"business": "Park Labs"}`.',
    )
  }
}

export const changedCustomerView = (customer: CustomerWithAllFields): ChangedCustomer => ({
  ...customerApiAnswer(customer),
  warnings: policyWarningsOf({ customer, agent: null, card: null }),
})

export const customerHandlers = {
  createCustomer: writeOperationHandler(createCustomer),
  listCustomers: readOperationHandler(listCustomers),
  getCustomer: readOperationHandler(getCustomer),
  updateCustomer: writeOperationHandler(updateCustomer, tryUpdateCustomer),
}
