import { invalidRequestError } from '../../contract/errors.ts'
import type { Limits, LimitWindow } from '../../contract/policy.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { applyMergePatch } from './merge-patch.ts'

type Patch = NonNullable<OperationInputOf<'updateCard'>['body']['limits']>
type Interval = NonNullable<Patch['interval']>

/**
 * The hard caps of a request in the form that is stored, by window. A request without `limits` sets no caps. `currency`: the customer's, in
 * which the caps have to be.
 */
export const limitsOfInput = (input: Patch | undefined, currency: string): Limits =>
  input === undefined ? {} : patchedLimits({}, input, currency)

/** The stored caps after a PATCH. `null` removes all caps; `{amount, interval}` sets the cap of that interval's window. */
export function patchedLimits(stored: Limits, patch: Patch | null | undefined, currency: string): Limits {
  if (patch === undefined) return stored
  return patch === null ? {} : applyMergePatch<Limits>(stored, byWindow(patch, currency))
}

/** The window of a limit for each interval that a request may name. Names that card issuers use are accepted, too (contract, section 5). */
const windowOf: Record<Interval, LimitWindow> = {
  perAuth: 'perAuth',
  perTransaction: 'perAuth',
  perDay: 'perDay',
  per24HourPeriod: 'perDay',
  perWeek: 'perWeek',
  perMonth: 'perMonth',
  total: 'total',
  allTime: 'total',
}

function byWindow({ amount, currency, interval, ...windows }: Patch, own: string) {
  if (amount === undefined && interval === undefined && currency === undefined) return windows
  if (amount === undefined) throw missing('amount')
  if (typeof interval !== 'string') throw missing('interval')
  if (typeof currency === 'string' && currency.toUpperCase() !== own) {
    throw invalidRequestError(
      'limits.currency',
      `Limits are in ${own}, as cards are.`,
      'parameter_invalid',
      `Send \`"${own}"\`, or leave it out.`,
    )
  }
  return { ...windows, [windowOf[interval]]: amount }
}

const missing = (field: string) =>
  invalidRequestError(
    `limits.${field}`,
    'One cap needs both `amount` and `interval`.',
    'parameter_missing',
    'For instance `{"amount": 5000, "interval": "perDay"}`, or `{"perDay": 5000}`.',
  )
