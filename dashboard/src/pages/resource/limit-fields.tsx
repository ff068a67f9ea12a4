import { useCurrency } from '../../ui/money.tsx'
import { amountText, exampleAmounts, unitName } from '../../lib/amount.ts'
import { useId } from 'react'
import type { LimitDraft } from '../../lib/limit-draft.ts'
import { type LimitWindow, windowNames, windowWords } from '../../lib/words/windows.ts'
import { Input, Select } from '../../ui/field.tsx'

interface LimitFieldsProps {
  of: LimitDraft
  /** The text below the field: whose spend the limit bounds, and which limit applies without it. */
  hint: string
  error: string | undefined
  onChange: (draft: LimitDraft) => void
}

/** The fields for a limit: the amount, and the period in which at most this may be spent. */
export function LimitFields({ of, hint, error, onChange }: LimitFieldsProps) {
  const hintId = useId()
  const currency = useCurrency()
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] gap-4">
        <Input
          label={currency === 'USD' ? 'Limit' : `Limit, ${currency}`}
          inputMode="decimal"
          placeholder={amountText(0, currency)}
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
          {windowNames.map((period) => (
            <option key={period} value={period}>
              {windowWords(period)}
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
export const noAmountError = (currency: string): string =>
  `Enter an amount in ${unitName(currency)} above 0, such as ${exampleAmounts(currency)}.`
