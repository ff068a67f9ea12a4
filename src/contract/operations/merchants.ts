import { ExplainMerchantBody, MerchantExplanation } from '../resources/merchants.ts'
import { declareOperation } from '../operation.ts'

export const merchantOperations = {
  explainMerchant: declareOperation({
    method: 'POST',
    path: '/merchants/explain',
    tag: 'Merchants',
    summary: 'Explain why two merchant names match or not',
    description:
      'Compares a name as an acquirer wrote it with one as a policy lists it, exactly as decisions do. `city` and `country` are those of the authorization.',
    roles: ['admin', 'approver', 'read', 'agent'],
    mayHoldNumbers: true,
    body: ExplainMerchantBody,
    status: 200,
    response: MerchantExplanation,
    errors: [],
  }),
} as const
