import type { Card } from '@purser/client'
import { issuerTitle } from '../../../../src/issuers/names.ts'
import { cardName } from '../../api/names.ts'
import { Badge, StatusInNarrowTable, StatusBadge } from '../../ui/badge.tsx'
import { RowLimitBar } from '../../ui/list/row-limit.tsx'
import { AgentName, CustomerName, WrappedListName, UntrustedListName } from '../../ui/named.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { UnlimitedCardMark, useCardWithLevels } from './unlimited.tsx'

const name: TableColumn<Card> = {
  name: 'Card',
  cell: (row) => (
    <>
      <UntrustedListName text={cardName(row)} />
      {row.label !== undefined && row.last4 !== null && (
        <span className="text-sm font-normal whitespace-nowrap text-quiet tabular-nums">•••• {row.last4}</span>
      )}
    </>
  ),
}
const nameAndStatus: TableColumn<Card> = {
  ...name,
  cell: (row) => (
    <>
      {name.cell(row)} <StatusInNarrowTable of={row.status} />
    </>
  ),
}
const agent: TableColumn<Card> = {
  name: 'Agent',
  cell: ({ agentId }) => (
    <WrappedListName>{agentId ? <AgentName id={agentId} /> : <span className="text-quiet">none</span>}</WrappedListName>
  ),
  wideOnly: true,
}
/** The column with agent and customer in one cell, for lists of cards that also show money. */
const owners: TableColumn<Card> = {
  name: 'Agent and customer',
  cell: ({ agentId, customerId }) => (
    <>
      <span className="block max-w-36 truncate @4xl:max-w-56">
        <AgentName id={agentId} />
      </span>
      <span className="block max-w-36 truncate text-sm text-quiet @4xl:max-w-56">
        <CustomerName id={customerId} />
      </span>
    </>
  ),
  wideOnly: true,
}
const status: TableColumn<Card> = {
  name: 'Status',
  cell: (row) => (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge of={row.status} />
      {row.issuer?.state === 'failed' && <Badge tone="bad">Failed at {issuerTitle(row.issuer.name)}</Badge>}
    </span>
  ),
  wideOnly: true,
}
const lastPurchase: TableColumn<Card> = {
  name: 'Last purchase',
  cell: ({ lastSpendAt }) =>
    lastSpendAt ? <RelativeTime at={lastSpendAt} /> : <span className="text-quiet">never</span>,
  roomyOnly: true,
  right: true,
}
const limit: TableColumn<Card> = { name: 'Spent of limit', cell: (card) => <CardLimit card={card} /> }

function CardLimit({ card }: { card: Card }) {
  const levels = useCardWithLevels(card)
  return card.status === 'closed' ? <span className="text-quiet">–</span> : <RowLimitBar id={card.id} levels={levels} />
}

const others: readonly TableColumn<Card>[] = [
  {
    ...status,
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5">
        {status.cell(row)}
        <UnlimitedCardMark card={row} />
      </span>
    ),
    wideOnly: false,
  },
  lastPurchase,
]

export const cardColumns: readonly TableColumn<Card>[] = [nameAndStatus, owners, status, limit, lastPurchase]

/** The columns of the lists of cards on a customer's page and on an agent's page. */
export const customerCardColumns: readonly TableColumn<Card>[] = [name, agent, ...others]
export const agentCardColumns: readonly TableColumn<Card>[] = [name, ...others]
