import type { Intent } from '../../../contract/resources/intents.ts'
import { createdColumn, statusColumn } from '../../remote/columns.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { money } from '../../terminal/money.ts'

export const intents = resourceCommand<Intent>({
  name: 'intents',
  id: 'int_...',
  filters: ['customer', 'agent', 'card', 'status'],
  statuses: 'pending_approval|pending|matched|mismatched|expired|rejected|canceled',
  list: (purser, query) => purser.intents.list(query),
  get: (purser, id) => purser.intents.get(id),
  columns: [
    { title: 'id', of: ({ id }) => id, whole: true },
    statusColumn,
    { title: 'expected', of: expectedAmount, right: true },
    { title: 'merchant', of: ({ expectedMerchant }) => expectedMerchant, optional: true },
    { title: 'purpose', of: ({ purpose }) => purpose },
    createdColumn,
  ],
})

function expectedAmount({ expectedAmount: cents, expectedCurrency }: Intent): string {
  return cents === undefined ? '' : money(cents, expectedCurrency)
}
