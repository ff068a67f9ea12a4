import { Type } from 'typebox'
import { EvaluateBody, Evaluation } from '../decisions.ts'
import { dryRunQuery, listPageQuery, declareOperation, listPageSchema } from '../operation.ts'
import {
  AttachDocumentBody,
  MAX_DOCUMENT_BODY_BYTES,
  TransactionDocument,
  TransactionDocuments,
  TransactionDocumentWithContent,
} from '../resources/papers/transaction-documents.ts'
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
  attachTransactionDocument: declareOperation({
    method: 'POST',
    path: '/transactions/{transactionId}/documents',
    tag: 'Transactions',
    summary: 'Attach a document to a transaction',
    description:
      'A receipt or an invoice: PDF, JPEG, PNG, WebP or EML by its content, at most 5 MiB, at most 10 of a transaction. The body is JSON, or the file itself with its own `Content-Type` and `?name=`. It is stored sealed. The same file again is answered 200 with the document that is there.',
    roles: ['admin', 'approver', 'agent'],
    body: AttachDocumentBody,
    file: { maxBodyBytes: MAX_DOCUMENT_BODY_BYTES },
    status: 201,
    otherStatus: 200,
    response: TransactionDocument,
    errors: ['transaction_not_found', 'too_many_documents'],
  }),
  listTransactionDocuments: declareOperation({
    method: 'GET',
    path: '/transactions/{transactionId}/documents',
    tag: 'Transactions',
    summary: 'List the documents of a transaction',
    roles: readers,
    status: 200,
    response: TransactionDocuments,
    errors: ['transaction_not_found'],
  }),
  getTransactionDocument: declareOperation({
    method: 'GET',
    path: '/transactions/{transactionId}/documents/{documentId}',
    tag: 'Transactions',
    summary: 'Read a document of a transaction',
    description:
      'The file, as an attachment. With an `Accept` that names `application/json` it is JSON with the bytes as base64.',
    roles: readers,
    file: {},
    status: 200,
    response: TransactionDocumentWithContent,
    errors: ['transaction_not_found', 'document_not_found'],
  }),
  deleteTransactionDocument: declareOperation({
    method: 'DELETE',
    path: '/transactions/{transactionId}/documents/{documentId}',
    tag: 'Transactions',
    summary: 'Delete a document of a transaction',
    description: 'The audit trail keeps its name and hash.',
    roles: ['admin'],
    status: 200,
    response: TransactionDocument,
    errors: ['transaction_not_found', 'document_not_found'],
  }),
} as const
