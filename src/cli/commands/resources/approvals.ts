import type { Approval } from '../../../contract/resources/intents.ts'
import { statusColumn } from '../../remote/columns.ts'
import { listAndGet } from '../../remote/resource-command.ts'
import { intentAmount, moneyText } from '../../terminal/money.ts'
import { shortTime } from '../../terminal/time.ts'
import { withActions } from '../../with-actions.ts'

export const approvalsCommand = withActions(
  listAndGet<Approval>({
    name: 'approvals',
    id: 'apr_...',
    filters: ['customer', 'agent', 'status'],
    statuses: 'pending|approved|rejected|expired|canceled',
    list: (purser, query) => purser.approvals.list(query),
    get: (purser, id) => purser.approvals.get(id),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusColumn,
      { title: 'asked', of: ({ subject }) => intentAmount(subject, 'any'), right: true, whole: true, optional: true },
      { title: 'at most', of: mostThatItMayCost, right: true, whole: true },
      { title: 'merchant', of: ({ subject }) => subject.expectedMerchant, optional: true },
      { title: 'purpose', of: ({ subject }) => subject.purpose },
      {
        title: 'decide by',
        of: ({ status, expiresAt }) => shortTime(status === 'pending' ? expiresAt : null),
        whole: true,
      },
      { title: 'requested', of: ({ requestedAt }) => shortTime(requestedAt), whole: true, optional: true },
    ],
  }),
)

function mostThatItMayCost({ subject: { ceiling, expectedCurrency } }: Approval): string {
  return ceiling === undefined ? 'any' : moneyText(ceiling, expectedCurrency)
}
