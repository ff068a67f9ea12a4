import { queryOptions } from '@tanstack/react-query'
import type { EvaluateSpendBody, Transaction } from '@purser/client'
import { purser } from './client.ts'

/** The query of an evaluation: a purchase decided by the stored policies, with every rule's answer. Nothing is held. */
export const purchaseEvaluationQuery = (purchase: EvaluateSpendBody) =>
  queryOptions({
    // The key begins with `policy`: whatever makes policies stale, such as a change or a purchase, makes the evaluation stale.
    queryKey: ['policy', 'evaluation', purchase],
    queryFn: ({ signal }) => purser.spend.evaluate(purchase, { trace: true }, { signal }),
    staleTime: 0,
  })

/** The purchase of a transaction, to have it evaluated again. */
export const purchaseOfTransaction = ({ cardId, amount, currency, merchant }: Transaction): EvaluateSpendBody => ({
  cardId,
  amount,
  currency,
  merchant,
})
