import type { Challenge } from '../../../contract/resources/challenges.ts'
import { challengeMaximumText } from '../../decision/most.ts'
import { createdTerminalColumn } from '../../remote/columns.ts'
import { approvalDecisionFlags } from '../../remote/fields.ts'
import { resourceCommand } from '../../remote/resource-command.ts'
import { moneyText } from '../../terminal/money.ts'

const { note, shown } = approvalDecisionFlags

export const challengesCommand = resourceCommand<Challenge>({
  name: 'challenges',
  path: '/challenges/{challengeId}',
  filters: ['customer', 'agent', 'card', 'status'],
  statuses: ['pending', 'approved', 'declined', 'expired'],
  columns: [
    {
      title: 'amount',
      of: ({ amount, currency }) => (amount === undefined ? 'any' : moneyText(amount, currency)),
      right: true,
    },
    { title: 'shop', of: ({ merchant }) => merchant.name },
    {
      title: 'left',
      of: ({ secondsLeft }) => (secondsLeft === undefined ? '' : `${secondsLeft} s`),
      right: true,
      whole: true,
    },
    { title: 'agent', of: ({ agentName }) => agentName, optional: true },
    createdTerminalColumn,
  ],
  changes: {
    approve: {
      summary: 'Tell the issuer that the cardholder agrees to the purchase.',
      details: 'A challenge that waits for an intent is answered by purser approve with the id of that intent.',
      fields: { note, shown },
      done: 'Approved',
      about: challengeMaximumText,
    },
    decline: {
      summary: 'Tell the issuer that the cardholder does not agree to the purchase.',
      fields: { note, shown },
      done: 'Declined',
      about: challengeMaximumText,
    },
  },
})
