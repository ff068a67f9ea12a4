import type { AmountAndCeiling } from '../../../../src/domain/amount-in-words.ts'
import { intentAmount } from '../../lib/intent-amount.ts'

/** The amount of an intent, in digits of equal width. If the ceiling is much more, it follows the amount without a line break inside. */
export const IntentAmount = ({ of, unbounded = 'any' }: { of: AmountAndCeiling; unbounded?: string }) => (
  <span className="inline-block text-right tabular-nums">
    {intentAmount(of, unbounded).replace('up to ', 'up\u00A0to\u00A0')}
  </span>
)
