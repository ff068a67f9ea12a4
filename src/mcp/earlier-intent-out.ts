import { type Static, Type } from 'typebox'
import type { Evaluation } from '../contract/decisions.ts'
import { safeForeignText } from './foreign.ts'
import { currencyToolOutput, moneyInWords } from './money-out.ts'

const earlier = {
  intentId: Type.String(),
  reference: Type.Optional(Type.String()),
  amount: Type.Integer(),
  currency: Type.Optional(Type.String()),
  total: Type.String(),
  purpose: Type.String(),
}

/** An earlier intent for another purchase, at the same merchant and of about the same amount. */
export const SimilarIntentToolOutput = Type.Object({ ...earlier, status: Type.String() })

/** A purchase at the same merchant that a person has rejected in the last 24 hours. */
export const RejectedIntentToolOutput = Type.Object({
  ...earlier,
  at: Type.String(),
  note: Type.Optional(Type.String()),
})

interface EarlierIntents {
  similar?: Static<typeof SimilarIntentToolOutput>
  rejected?: Static<typeof RejectedIntentToolOutput>
}

/** The similar and the rejected intent of an evaluation, in the form that tools answer to a model. */
export function earlierIntentsToolOutput({ similar, rejected, context: { currency } }: Evaluation): EarlierIntents {
  return {
    ...(similar === undefined ? {} : { similar: { ...similar, ...quoted(similar, currency) } }),
    ...(rejected === undefined
      ? {}
      : {
          rejected: {
            ...rejected,
            ...quoted(rejected, currency),
            ...(rejected.note === undefined ? {} : { note: safeForeignText(rejected.note) }),
          },
        }),
  }
}

interface EarlierIntent {
  readonly reference?: string
  readonly amount: number
  readonly purpose: string
}

/** The texts of an earlier intent, marked as another party's words, and its amount in words. */
const quoted = ({ reference, amount, purpose }: EarlierIntent, currency: string | undefined) => ({
  ...(reference === undefined ? {} : { reference: safeForeignText(reference) }),
  ...currencyToolOutput(currency),
  total: moneyInWords(amount, currency),
  purpose: safeForeignText(purpose),
})

/** The sentence before an agent's next step if a person has rejected an earlier intent for such a purchase. */
export const REJECTED_BEFORE_SENTENCE =
  'A person has rejected such a purchase: `rejected` has it, with their note. If this is the same in other words, stop, and tell your owner.'
