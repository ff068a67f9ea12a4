import type { Transaction } from '../../../contract/resources/transactions.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { createdTerminalColumn, statusTerminalColumn } from '../../remote/columns.ts'
import { objectRequestFlag } from '../../remote/fields.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { moneyText } from '../../terminal/money.ts'
import { commandWithActions } from '../../with-actions.ts'

export const transactionsCommand = commandWithActions({
  ...listAndGetActions<Transaction>({
    name: 'transactions',
    id: 'txn_...',
    filters: [
      'customer',
      'agent',
      'card',
      'intent',
      'currency',
      'status',
      'after',
      'before',
      'settled-after',
      'settled-before',
    ],
    statuses: 'pending|settled|declined|reversed|expired',
    csvPath: '/transactions',
    list: (purser, query) => purser.transactions.list(query),
    get: (purser, id) => purser.transactions.get(id),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusTerminalColumn,
      { title: 'amount', of: ({ amount, currency }) => moneyText(amount, currency), right: true },
      { title: 'merchant', of: ({ merchant }) => merchant.name },
      { title: 'reasons', of: ({ reasons }) => reasons.map(({ code }) => code).join(', ') },
      createdTerminalColumn,
    ],
  }),
  update: changeCommandAction('transactions update', {
    operation: 'updateTransaction',
    request: 'PATCH /transactions/{transactionId}',
    summary: 'Change the metadata of a transaction.',
    fields: { metadata: objectRequestFlag('metadata', 'JSON', 'Data of your own, as JSON. It is merged.') },
    canDryRun: true,
    done: 'Changed',
    example: `txn_01kdvy2n7rj4t8w0q3m5x9zb6c --metadata '{"order":"1042"}'`,
  }),
})
