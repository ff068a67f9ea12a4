import { queryOptions } from '@tanstack/react-query'
import type { EvaluateSpendBody, Transaction } from '@purser/client'
import { purser } from './client.ts'

/** What the policies, as they are stored, would answer to a purchase now, rule by rule. Nothing is spent. */
export const evaluationQuery = (purchase: EvaluateSpendBody) =>
  queryOptions({
    // What a policy or another purchase changes, changes this answer.
    queryKey: ['policy', 'evaluation', purchase],
    queryFn: ({ signal }) => purser.spend.evaluate(purchase, { trace: true }, { signal }),
    staleTime: 0,
  })

/** The purchase of a transaction, to ask again. */
export const purchaseOf = ({ cardId, amount, currency, merchant }: Transaction): EvaluateSpendBody => ({
  cardId,
  amount,
  currency,
  merchant,
})
