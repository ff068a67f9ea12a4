import type { Transaction } from '../../../contract/resources/transactions.ts'
import { createdTerminalColumn } from '../../remote/columns.ts'
import { attachDocumentAction, documentsAction } from '../../remote/documents.ts'
import { objectRequestFlag, textRequestFlag } from '../../remote/fields.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { moneyText } from '../../terminal/money.ts'

const owners = ['customer', 'agent', 'card', 'intent'] as const
const times = ['after', 'before', 'settled-after', 'settled-before'] as const

export const transactionsCommand = resourceCommand<Transaction>({
  name: 'transactions',
  path: '/transactions/{transactionId}',
  filters: [...owners, 'cost-center', 'currency', 'status', ...times],
  statuses: ['pending', 'settled', 'declined', 'reversed', 'expired'],
  hasCsv: true,
  columns: [
    { title: 'amount', of: ({ amount, currency }) => moneyText(amount, currency), right: true },
    { title: 'merchant', of: ({ merchant }) => merchant.name },
    { title: 'reasons', of: ({ reasons }) => reasons.map(({ code }) => code).join(', ') },
    { title: 'cost center', of: ({ costCenter }) => costCenter, optional: true },
    createdTerminalColumn,
  ],
  changes: {
    update: {
      summary: 'Note something beside a transaction.',
      fields: {
        memo: textRequestFlag('memo', 'TEXT', 'A sentence about the purchase.'),
        coding: objectRequestFlag('coding', 'JSON', 'Accounts, tax codes and the like, as JSON. It is merged.'),
        metadata: objectRequestFlag('metadata', 'JSON', 'Data of your own, as JSON. It is merged.'),
      },
      done: 'Changed',
      example: `--memo "Train to the fair" --coding '{"account":"6650"}'`,
    },
  },
  more: { attach: attachDocumentAction, documents: documentsAction },
})
