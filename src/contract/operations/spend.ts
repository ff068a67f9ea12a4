import { Type } from 'typebox'
import { EvaluateBody, Evaluation } from '../decisions.ts'
import { dryRunQuery, listPageQuery, declareOperation, listPageSchema } from '../operation.ts'
import { Receipt } from '../resources/receipts.ts'
import { Transaction, TransactionFilters, TransactionWithTrace } from '../resources/transactions.ts'
import { UpdateTransactionBody } from '../resources/papers/transaction-notes.ts'

const readers = ['admin', 'approver', 'read', 'agent'] as const

const CSV =
  'All transactions as one file, without `limit`. The first line names the columns. A file covers 100,000 transactions. If there are more, the header `Link` leads to the next file.'

export const spendOperations = {
  evaluateSpend: declareOperation({
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
  listTransactions: declareOperation({
    method: 'GET',
    path: '/transactions',
    tag: 'Transactions',
    summary: 'List transactions',
    description:
      'With `status`, `merchant`, `merchantName`, `mcc`, `currency`, `minAmount`, `maxAmount`, `reason`, `without` or `summed`, a page reads a bounded number of transactions: it may end early or be empty, and still have `hasMore`.',
    roles: readers,
    query: listPageQuery(TransactionFilters),
    status: 200,
    response: listPageSchema(Transaction),
    csv: CSV,
    errors: [],
  }),
  getTransaction: declareOperation({
    method: 'GET',
    path: '/transactions/{transactionId}',
    tag: 'Transactions',
    summary: 'Read a transaction with every rule that was checked',
    roles: readers,
    status: 200,
    response: TransactionWithTrace,
    errors: ['transaction_not_found'],
  }),
  getTransactionReceipt: declareOperation({
    method: 'GET',
    path: '/transactions/{transactionId}/receipt',
    tag: 'Transactions',
    summary: 'Get the signed receipt of a decision',
    description:
      'The receipt says what was decided at that time, whatever happened later. Declines have a receipt, too. Everybody can verify a receipt offline with the keys of `GET /.well-known/jwks.json`.',
    roles: readers,
    status: 200,
    response: Receipt,
    errors: ['transaction_not_found'],
  }),
  updateTransaction: declareOperation({
    method: 'PATCH',
    path: '/transactions/{transactionId}',
    tag: 'Transactions',
    summary: 'Note something beside a transaction',
    description:
      '`metadata` and `coding` are merged (RFC 7396); `null` unsets. The decision stays as it is, and no decision reads the notes. Keys of agents and approvers may set `memo` and `coding`, and no `metadata`.',
    roles: ['admin', 'approver', 'agent'],
    query: dryRunQuery,
    body: UpdateTransactionBody,
    status: 200,
    response: Transaction,
    errors: ['transaction_not_found'],
  }),
} as const
