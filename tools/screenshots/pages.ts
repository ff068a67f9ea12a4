import type { Purser, Transaction } from '../../clients/typescript/src/client.ts'
import { decimalAmount } from '../../src/domain/money.ts'
import { assertPresent } from '../../src/lib/assert.ts'

/** A page of the dashboard, and the name of its image. */
interface Pictured {
  readonly name: string
  readonly path: string
}

/** Every page of the dashboard, each with the object of the demo company that fills the page best. */
export async function screenshotPagesOf(purser: Purser): Promise<Pictured[]> {
  const { data: declines } = await purser.transactions.list({ reason: 'merchant_not_allowed', limit: 1 })
  const { data: approvals } = await purser.approvals.list({ status: 'pending', limit: 1 })
  const declined = assertPresent(declines[0], 'a merchant was not allowed')
  const { agentId, customerId, cardId } = declined
  const shadowed = await tryShadow(purser, cardId)
  return [
    { name: 'overview', path: '/' },
    { name: 'approvals', path: '/approvals' },
    { name: 'approval', path: `/approvals/${assertPresent(approvals[0], 'somebody waits').id}` },
    { name: 'transactions', path: '/transactions' },
    { name: 'declined', path: `/transactions/${declined.id}` },
    { name: 'shadow', path: `/transactions/${shadowed}` },
    { name: 'customer', path: `/customers/${customerId}` },
    { name: 'agent', path: `/agents/${assertPresent(agentId, 'it has an agent')}` },
    { name: 'card', path: `/cards/${cardId}` },
    { name: 'policy', path: `/cards/${cardId}/policy` },
    { name: 'playground', path: `/playground?${purchaseOf(declined)}` },
    { name: 'developers', path: '/developers' },
    { name: 'changes', path: '/changes' },
    { name: 'settings', path: '/settings' },
  ]
}

/** The query string of the playground's page for a purchase. */
const purchaseOf = ({ cardId, amount, currency, merchant: { name = '', mcc = '' } }: Transaction): string =>
  new URLSearchParams({ cardId, amount: decimalAmount(amount, currency), merchant: name, mcc }).toString()

/** Makes a purchase that a shadow policy would have decided differently. */
async function tryShadow(purser: Purser, cardId: string): Promise<string> {
  await purser.cards.update(cardId, { shadowPolicy: { limits: { perAuth: 1_000 } } })
  const { data } = await purser.transactions.list({ cardId, status: 'settled', limit: 1 })
  const { merchant } = assertPresent(data[0], 'the card has bought something')
  const { transactionId } = await purser.network.authorize({ cardId, amount: 1_900, merchant: { ...merchant } })
  return transactionId
}
