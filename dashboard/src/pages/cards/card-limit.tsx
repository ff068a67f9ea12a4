import { CurrencyScope } from '../../ui/money.tsx'
import type { Agent, Customer } from '@purser/client'
import { useState } from 'react'
import { amountFieldText } from '../../lib/amount.ts'
import { formatMoney } from '../../lib/format.ts'
import { limitWindowInWords } from '../../lib/words/windows.ts'
import { type LimitDraft, capsOfLimitDraft, NO_LIMIT_DRAFT } from '../../lib/limit-draft.ts'
import { isSpendUnlimited, inheritedLimit } from '../../lib/limits.ts'
import { TextInput } from '../../ui/field.tsx'
import { SpendingLimitFields, missingAmountError } from '../resource/limit-fields.tsx'

/** The words that a person types to create a card without any limit. */
export const NO_LIMIT_CONFIRMATION = 'without a limit'

/**
 * The state of a new card's limit in the form. Until somebody types a limit, it is the strictest one of the levels above. `agent`: null if
 * the card has none; undefined, like `customer`, while it is not loaded.
 */
export function useCardLimit(customer: Customer | undefined, agent: Agent | undefined | null) {
  const above = [customer, agent].filter((level) => level !== undefined && level !== null)
  const isKnown = customer !== undefined && agent !== undefined
  const inherited = inheritedLimit(above)
  const currency = customer?.currency ?? 'USD'
  const [typed, setTyped] = useState<LimitDraft | null>(null)
  const [words, setWords] = useState('')
  const [isAsked, setAsked] = useState(false)
  const draft =
    typed ??
    (inherited === null
      ? NO_LIMIT_DRAFT
      : { amount: amountFieldText(inherited.cents, currency), period: inherited.period })
  const limits = capsOfLimitDraft(draft, currency)
  const needsWords = isKnown && limits === null && isSpendUnlimited(above)
  const isComplete =
    isKnown && limits !== undefined && (!needsWords || words.trim().toLowerCase() === NO_LIMIT_CONFIRMATION)
  return {
    currency,
    draft,
    inherited,
    needsWords,
    words,
    setWords,
    setDraft: setTyped,
    isAsked,
    /** The new card's `limits` in the request's body. Null: something is missing, and from now on the fields show an error about it. */
    take: (): { limits?: object } | null => {
      setAsked(!isComplete)
      return isComplete ? { ...(limits && { limits }) } : null
    },
  }
}

interface CardLimitProps {
  of: ReturnType<typeof useCardLimit>
  /** The service's error about the limit. Undefined: none. */
  error: string | undefined
}

export function CardLimitField({ of, error }: CardLimitProps) {
  const { currency, draft, inherited, needsWords, words, isAsked } = of
  const isWrong = capsOfLimitDraft(draft, currency) === undefined
  return (
    <CurrencyScope of={currency}>
      <SpendingLimitFields
        of={draft}
        hint={
          inherited === null
            ? 'The most that the card may spend.'
            : `Taken from above: ${formatMoney(inherited.cents, currency)} ${limitWindowInWords(inherited.period)}. If you leave it empty, only the limits above apply.`
        }
        error={isWrong ? missingAmountError(currency) : error}
        onChange={of.setDraft}
      />
      {needsWords && (
        <div className="rounded-lg bg-warn-wash px-4 py-3">
          <TextInput
            label={`To go without one, enter “${NO_LIMIT_CONFIRMATION}”`}
            hint="Neither the customer nor the agent has a limit. Without one, the card can spend any amount."
            autoComplete="off"
            value={words}
            error={isAsked && `Enter a limit above, or “${NO_LIMIT_CONFIRMATION}” here.`}
            onChange={({ target }) => of.setWords(target.value)}
          />
        </div>
      )}
    </CurrencyScope>
  )
}
