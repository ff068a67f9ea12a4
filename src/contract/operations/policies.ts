import { Backtest, BacktestBody, MOST_BACKTEST_ENTRIES } from '../resources/backtests.ts'
import { declareOperation } from '../operation.ts'

export const policyOperations = {
  backtestPolicy: declareOperation({
    method: 'POST',
    path: '/policies/backtest',
    tag: 'Policies',
    summary: 'Decide past purchases again under other rules',
    description: `Makes each decision of the range again, in order, with the changed rules and the amounts that would then have been spent. It changes nothing. One call covers at most ${MOST_BACKTEST_ENTRIES.toLocaleString('en')} authorizations and steps of the customer.`,
    roles: ['admin', 'approver', 'read'],
    body: BacktestBody,
    status: 200,
    response: Backtest,
    errors: ['customer_not_found', 'agent_not_found', 'card_not_found'],
    takesItsTime: true,
  }),
} as const
