import { Backtest, BacktestBody, MOST_BACKTEST_ENTRIES } from '../resources/backtests.ts'
import { operation } from '../operation.ts'

export const policyOperations = {
  backtestPolicy: operation({
    method: 'POST',
    path: '/policies/backtest',
    tag: 'Policies',
    summary: 'Make past decisions again under other rules',
    description: `Each decision of the range is made again, in its order, with the changed rules and what would then have been spent. Changes nothing. At most ${MOST_BACKTEST_ENTRIES.toLocaleString('en')} authorizations and steps of the customer at once.`,
    roles: ['admin', 'approver', 'read'],
    body: BacktestBody,
    status: 200,
    response: Backtest,
    errors: ['customer_not_found', 'agent_not_found', 'card_not_found'],
    takesItsTime: true,
  }),
} as const
