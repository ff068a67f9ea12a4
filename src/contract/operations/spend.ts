import { Type } from 'typebox'
import { EvaluateBody, Evaluation } from '../decisions.ts'
import { listQuery, operation, pageOf } from '../operation.ts'
import { Transaction, TransactionFilters, TransactionWithTrace } from '../transactions.ts'

const readers = ['admin', 'approver', 'read', 'agent'] as const

export const spendOperations = {
  evaluateSpend: operation({
    method: 'POST',
    path: '/spend/evaluate',
    tag: 'Spend',
    summary: 'Check a spend without spending',
    description:
      'At least one of `cardId`, `agentId` and `customerId` is required. Runs the same decision as an authorization.',
    roles: readers,
    mayHoldNumbers: true,
    query: Type.Object({ trace: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
    body: EvaluateBody,
    status: 200,
    response: Evaluation,
    errors: ['customer_not_found', 'agent_not_found', 'card_not_found'],
  }),
  listTransactions: operation({
    method: 'GET',
    path: '/transactions',
    tag: 'Transactions',
    summary: 'List transactions',
    roles: readers,
    query: listQuery(TransactionFilters),
    status: 200,
    response: pageOf(Transaction),
    errors: [],
  }),
  getTransaction: operation({
    method: 'GET',
    path: '/transactions/{transactionId}',
    tag: 'Transactions',
    summary: 'Read a transaction with every rule that was checked',
    roles: readers,
    status: 200,
    response: TransactionWithTrace,
    errors: ['transaction_not_found'],
  }),
} as const
