import { usePageCurrency } from '../../ui/money.tsx'
import { amountFieldText, exampleAmounts, currencyUnitName } from '../../lib/amount.ts'
import { useId } from 'react'
import type { LimitDraft } from '../../lib/limit-draft.ts'
import { type LimitWindow, limitWindowNames, limitWindowInWords } from '../../lib/words/windows.ts'
import { TextInput, Select } from '../../ui/field.tsx'

interface LimitFieldsProps {
  of: LimitDraft
  /** The text below the field: whose spend the limit bounds, and which limit applies without it. */
  hint: string
  error: string | undefined
  onChange: (draft: LimitDraft) => void
}

/** The fields for a limit: the amount, and the period in which at most this may be spent. */
export function SpendingLimitFields({ of, hint, error, onChange }: LimitFieldsProps) {
  const hintId = useId()
  const currency = usePageCurrency()
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-4">
        <TextInput
          label={currency === 'USD' ? 'Limit' : `Limit, ${currency}`}
          inputMode="decimal"
          placeholder={amountFieldText(0, currency)}
          aria-describedby={hintId}
          error={error}
          value={of.amount}
          onChange={({ target }) => onChange({ ...of, amount: target.value })}
        />
        <Select
          label="Period"
          value={of.period}
          onChange={({ target }) => onChange({ ...of, period: target.value as LimitWindow })}
        >
          {limitWindowNames.map((period) => (
            <option key={period} value={period}>
              {limitWindowInWords(period)}
            </option>
          ))}
        </Select>
      </div>
      <p id={hintId} className="text-sm text-quiet">
        {hint}
      </p>
    </div>
  )
}

/** The error about a text that is no amount. */
export const missingAmountError = (currency: string): string =>
  `Enter an amount in ${currencyUnitName(currency)} above 0, such as ${exampleAmounts(currency)}.`
