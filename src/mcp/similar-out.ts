import { type Static, Type } from 'typebox'
import type { Evaluation } from '../contract/decisions.ts'
import { foreign } from './foreign.ts'
import { currencyOut, inWords } from './money-out.ts'

/** An intent that is for another purchase, at the same shop and of about the same amount. */
export const SimilarOut = Type.Object({
  intentId: Type.String(),
  reference: Type.Optional(Type.String()),
  amount: Type.Integer(),
  currency: Type.Optional(Type.String()),
  total: Type.String(),
  purpose: Type.String(),
  status: Type.String(),
})

/** The similar intent of an evaluation in the form that tools answer to a model. */
export function similarOut({ similar, context }: Evaluation): { similar?: Static<typeof SimilarOut> } {
  if (similar === undefined) return {}
  const { reference, purpose, amount, ...rest } = similar
  return {
    similar: {
      ...rest,
      ...(reference === undefined ? {} : { reference: foreign(reference) }),
      amount,
      ...currencyOut(context.currency),
      total: inWords(amount, context.currency),
      purpose: foreign(purpose),
    },
  }
}
