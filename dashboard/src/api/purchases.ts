import { queryOptions } from '@tanstack/react-query'
import type { EvaluateSpendBody, Transaction } from '@purser/client'
import { purser } from './client.ts'

/** An evaluation of a purchase by the stored policies, with every rule. Nothing is spent. */
export const evaluationQuery = (purchase: EvaluateSpendBody) =>
  queryOptions({
    // The key begins with `policy`: whatever makes policies stale, such as a change or a purchase, makes the evaluation stale.
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
