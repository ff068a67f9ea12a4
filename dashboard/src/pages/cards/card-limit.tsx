import { InCurrency } from '../../ui/money.tsx'
import type { Agent, Customer } from '@purser/client'
import { useState } from 'react'
import { amountText } from '../../lib/amount.ts'
import { formatMoney } from '../../lib/format.ts'
import { windowWords } from '../../lib/words/windows.ts'
import { type LimitDraft, limitsOfDraft, NO_LIMIT } from '../../lib/limit-draft.ts'
import { isUnlimited, limitFromAbove } from '../../lib/limits.ts'
import { Input } from '../../ui/field.tsx'
import { LimitFields, noAmountError } from '../resource/limit-fields.tsx'

/** The words that a person types to create a card without any limit. */
export const WITHOUT_LIMIT = 'without a limit'

/**
 * The state of a new card's limit in the form. Until somebody types a limit, it is the strictest one of the levels above. `agent`: null if
 * the card has none; undefined, like `customer`, while it is not loaded.
 */
export function useCardLimit(customer: Customer | undefined, agent: Agent | undefined | null) {
  const above = [customer, agent].filter((level) => level !== undefined && level !== null)
  const isKnown = customer !== undefined && agent !== undefined
  const inherited = limitFromAbove(above)
  const currency = customer?.currency ?? 'USD'
  const [typed, setTyped] = useState<LimitDraft | null>(null)
  const [words, setWords] = useState('')
  const [isAsked, setAsked] = useState(false)
  const draft =
    typed ??
    (inherited === null ? NO_LIMIT : { amount: amountText(inherited.cents, currency), period: inherited.period })
  const limits = limitsOfDraft(draft, currency)
  const needsWords = isKnown && limits === null && isUnlimited(above)
  const isComplete = isKnown && limits !== undefined && (!needsWords || words.trim().toLowerCase() === WITHOUT_LIMIT)
  return {
    currency,
    draft,
    inherited,
    needsWords,
    words,
    setWords,
    setDraft: setTyped,
    isAsked,
    /** The `limits` of the request's body. Null: something is missing, and from now on the fields show an error about it. */
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

export function CardLimit({ of, error }: CardLimitProps) {
  const { currency, draft, inherited, needsWords, words, isAsked } = of
  const isWrong = limitsOfDraft(draft, currency) === undefined
  return (
    <InCurrency of={currency}>
      <LimitFields
        of={draft}
        hint={
          inherited === null
            ? 'The most that the card may spend.'
            : `Taken from above: ${formatMoney(inherited.cents, currency)} ${windowWords(inherited.period)}. If you leave it empty, only the limits above apply.`
        }
        error={isWrong ? noAmountError(currency) : error}
        onChange={of.setDraft}
      />
      {needsWords && (
        <div className="rounded-lg bg-warn-wash px-4 py-3">
          <Input
            label={`To go without one, enter “${WITHOUT_LIMIT}”`}
            hint="Neither the customer nor the agent has a limit. Without one, the card can spend any amount."
            autoComplete="off"
            value={words}
            error={isAsked && `Enter a limit above, or “${WITHOUT_LIMIT}” here.`}
            onChange={({ target }) => of.setWords(target.value)}
          />
        </div>
      )}
    </InCurrency>
  )
}
