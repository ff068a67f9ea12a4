import type { Approval } from '../../../contract/resources/intents.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { intentAmountText, moneyText } from '../../terminal/money.ts'
import { shortTimeText } from '../../terminal/text.ts'

export const approvalsCommand = resourceCommand<Approval>({
  name: 'approvals',
  path: '/approvals/{approvalId}',
  filters: ['customer', 'agent', 'status'],
  statuses: ['pending', 'approved', 'rejected', 'expired', 'canceled'],
  columns: [
    { title: 'asked', of: ({ subject }) => intentAmountText(subject, 'any'), right: true, whole: true, optional: true },
    { title: 'at most', of: mostThatItMayCost, right: true, whole: true },
    { title: 'merchant', of: ({ subject }) => subject.expectedMerchant, optional: true },
    { title: 'purpose', of: ({ subject }) => subject.purpose },
    {
      title: 'decide by',
      of: ({ status, expiresAt }) => shortTimeText(status === 'pending' ? expiresAt : null),
      whole: true,
    },
    { title: 'requested', of: ({ requestedAt }) => shortTimeText(requestedAt), whole: true, optional: true },
  ],
})

function mostThatItMayCost({ subject: { ceiling, expectedCurrency } }: Approval): string {
  return ceiling === undefined ? 'any' : moneyText(ceiling, expectedCurrency)
}
