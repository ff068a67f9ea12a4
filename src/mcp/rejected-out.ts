import { type Static, Type } from 'typebox'
import type { Evaluation } from '../contract/decisions.ts'
import { foreign } from './foreign.ts'
import { currencyOut, inWords } from './money-out.ts'

/** A purchase at the same shop that a person has rejected in the last 24 hours. */
export const RejectedOut = Type.Object({
  intentId: Type.String(),
  reference: Type.Optional(Type.String()),
  amount: Type.Integer(),
  currency: Type.Optional(Type.String()),
  total: Type.String(),
  purpose: Type.String(),
  at: Type.String(),
  note: Type.Optional(Type.String()),
})

/** The rejected intent of an evaluation in the form that tools answer to a model. */
export function rejectedOut({ rejected, context }: Evaluation): { rejected?: Static<typeof RejectedOut> } {
  if (rejected === undefined) return {}
  const { reference, purpose, amount, note, ...rest } = rejected
  return {
    rejected: {
      ...rest,
      ...(reference === undefined ? {} : { reference: foreign(reference) }),
      amount,
      ...currencyOut(context.currency),
      total: inWords(amount, context.currency),
      purpose: foreign(purpose),
      ...(note === undefined ? {} : { note: foreign(note) }),
    },
  }
}

/** What is said before the next step where a person has rejected such a purchase. */
export const WAS_REJECTED =
  'A person has rejected such a purchase: `rejected` has it, with their note. If this is the same in other words, stop, and tell your owner.'
