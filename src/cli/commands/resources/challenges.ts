import type { Challenge } from '../../../contract/resources/challenges.ts'
import { challengeMaximumText } from '../../decision/most.ts'
import { changeCommandAction } from '../../remote/change.ts'
import { createdTerminalColumn, statusTerminalColumn } from '../../remote/columns.ts'
import { textRequestFlag } from '../../remote/fields.ts'
import { listAndGetActions } from '../../remote/resource-command.ts'
import { moneyText } from '../../terminal/money.ts'
import { commandWithActions } from '../../with-actions.ts'

const ID = 'chl_01kdvy2n7rj4t8w0q3m5x9zb6c'
const shown = textRequestFlag('shown', 'HASH', 'The subjectHash of what you have seen: nothing else is decided about.')
const note = textRequestFlag('note', 'TEXT', 'A note that is kept with the decision.')

export const challengesCommand = commandWithActions({
  ...listAndGetActions<Challenge>({
    name: 'challenges',
    id: 'chl_...',
    filters: ['customer', 'agent', 'card', 'status'],
    statuses: 'pending|approved|declined|expired',
    list: (purser, query) => purser.challenges.list(query),
    get: (purser, id) => purser.challenges.get(id),
    columns: [
      { title: 'id', of: ({ id }) => id, whole: true },
      statusTerminalColumn,
      { title: 'amount', of: amountOf, right: true },
      { title: 'shop', of: ({ merchant }) => merchant.name },
      { title: 'left', of: secondsLeft, right: true, whole: true },
      { title: 'agent', of: ({ agentName }) => agentName, optional: true },
      createdTerminalColumn,
    ],
  }),
  approve: changeCommandAction('challenges approve', {
    operation: 'approveChallenge',
    request: 'POST /challenges/{challengeId}/approve',
    summary: 'Tell the issuer that the cardholder agrees to the purchase.',
    details: 'A challenge that waits for an intent is answered by purser approve with the id of that intent.',
    fields: { note, shown },
    done: 'Approved',
    about: challengeMaximumText,
    example: ID,
  }),
  decline: changeCommandAction('challenges decline', {
    operation: 'declineChallenge',
    request: 'POST /challenges/{challengeId}/decline',
    summary: 'Tell the issuer that the cardholder does not agree to the purchase.',
    fields: { note, shown },
    done: 'Declined',
    about: challengeMaximumText,
    example: ID,
  }),
})

function amountOf({ amount, currency }: Challenge): string {
  return amount === undefined ? 'any' : moneyText(amount, currency)
}

function secondsLeft({ secondsLeft: left }: Challenge): string {
  return left === undefined ? '' : `${left} s`
}
