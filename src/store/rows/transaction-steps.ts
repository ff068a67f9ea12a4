import type { Reason } from '../../contract/decisions.ts'
import type { JournalTransactionStep } from '../../domain/batch/decision-inputs.ts'
import type { CountedSpend } from '../../domain/spend/counted-amount.ts'
import {
  bigintColumn,
  booleanColumn,
  jsonColumn,
  jsonListColumn,
  asciiColumn,
  enumColumn,
} from '../statements/column.ts'
import { defineTable } from '../statements/table.ts'
import type { StoredDecisionInputs } from '../../domain/batch/decision-inputs.ts'

export const transactionStepsTable = defineTable('transaction_steps', {
  id: asciiColumn,
  accountId: asciiColumn,
  customerId: asciiColumn,
  agentId: asciiColumn.nullable,
  cardId: asciiColumn,
  transactionId: asciiColumn,
  sequence: bigintColumn,
  kind: enumColumn<JournalTransactionStep['kind']>(),
  amount: bigintColumn,
  final: booleanColumn.nullable,
  decision: enumColumn<'approve' | 'decline'>().nullable,
  reasons: jsonListColumn<Reason>(),
  /** The amounts that the transaction's step adds to the spend or subtracts from it, each with its time. */
  counted: jsonListColumn<CountedSpend>(),
  policyVersion: asciiColumn.nullable,
  decisionInputs: jsonColumn<StoredDecisionInputs>().nullable,
  at: bigintColumn,
})
