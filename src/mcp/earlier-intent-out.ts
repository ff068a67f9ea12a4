import { type Static, Type } from 'typebox'
import type { ColleaguePurchase, Evaluation } from '../contract/decisions.ts'
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

/** The same purchase, which another agent of the customer has made. */
export const ColleaguePurchaseToolOutput = Type.Object({
  agentName: Type.String(),
  total: Type.String(),
  at: Type.String(),
  purpose: Type.Optional(Type.String()),
})

interface EarlierIntents {
  alreadyBoughtBy?: Static<typeof ColleaguePurchaseToolOutput>
  similar?: Static<typeof SimilarIntentToolOutput>
  rejected?: Static<typeof RejectedIntentToolOutput>
}

/** The similar and the rejected intent of an evaluation, and a colleague's purchase, in the form that tools answer to a model. */
export function earlierIntentsToolOutput(evaluation: Evaluation): EarlierIntents {
  const { similar, rejected, alreadyBoughtBy, context } = evaluation
  const { currency } = context
  return {
    ...(alreadyBoughtBy === undefined ? {} : { alreadyBoughtBy: boughtBy(alreadyBoughtBy) }),
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

const boughtBy = ({ agentName, amount, currency, at, purpose }: ColleaguePurchase) => ({
  agentName: safeForeignText(agentName),
  total: moneyInWords(amount, currency),
  at,
  ...(purpose === undefined ? {} : { purpose: safeForeignText(purpose) }),
})

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

/**
 * Sentences before an agent's next step about what a person has rejected, or another agent of the customer has bought. A step after them
 * names no tool, because an agent that went on by itself would ask the person again, or buy it twice.
 */
export const sentencesBeforeNextStep = ({ rejected, alreadyBoughtBy }: EarlierIntents): string[] => [
  ...(rejected === undefined ? [] : [REJECTED_BEFORE]),
  ...(alreadyBoughtBy === undefined ? [] : [BOUGHT_BY_COLLEAGUE]),
]

const REJECTED_BEFORE =
  'A person has rejected such a purchase: `rejected` has it, with their note. If this is the same in other words, stop, and tell your owner.'
const BOUGHT_BY_COLLEAGUE =
  'Another agent of your owner has bought the same: `alreadyBoughtBy` says when and what for. If yours is for the same need, stop, and tell your owner.'
