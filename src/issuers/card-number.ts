import { type IssuerCardNumber, IssuerRefusal } from './issuer.ts'
import { textOrEmpty } from './read.ts'

/**
 * Reads the card number in an issuer's answer. Throws `IssuerRefusal` where the answer has none: whether Purser may see
 * numbers depends on the issuer's contract with the operator.
 */
export function issuerCardNumberOf(
  shown: Readonly<Record<'pan' | 'cvv' | 'month' | 'year', unknown>>,
): IssuerCardNumber {
  const [pan, cvv] = [textOrEmpty(shown.pan), textOrEmpty(shown.cvv)]
  const [month, year] = [String(shown.month).padStart(2, '0'), String(shown.year).slice(-2)]
  if (!/^[0-9]{16}$/.test(pan) || !/^[0-9]{3}$/.test(cvv)) {
    throw new IssuerRefusal('The issuer does not show the number of this card to Purser.')
  }
  return { pan, cvv, exp: `${month}/${year}` }
}
