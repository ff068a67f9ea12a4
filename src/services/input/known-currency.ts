import { invalidRequestError } from '../../contract/errors.ts'
import { isCurrency } from '../../domain/currencies.ts'

/** A currency of a request in upper case. Throws where ISO 4217 has no such currency. `param`: the path of the field. */
export function knownCurrency(given: string, param = 'currency'): string {
  const currency = given.toUpperCase()
  if (isCurrency(currency)) return currency
  throw invalidRequestError(
    param,
    'ISO 4217 has no such currency.',
    'parameter_invalid',
    'Send a code of three letters, such as `USD`, `EUR` or `JPY`.',
  )
}
