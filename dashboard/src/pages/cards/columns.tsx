import type { Card } from '@purser/client'
import { issuerTitle } from '../../../../src/issuers/names.ts'
import { cardName } from '../../api/names.ts'
import { Badge, NarrowStatus, Status } from '../../ui/badge.tsx'
import { RowLimit } from '../../ui/list/row-limit.tsx'
import { AgentName, CustomerName, ListedNames, ListedName } from '../../ui/named.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { UnlimitedMark, useLevels } from './unlimited.tsx'

const name: Column<Card> = {
  name: 'Card',
  cell: (row) => (
    <>
      <ListedName text={cardName(row)} />
      {row.label !== undefined && row.last4 !== null && (
        <span className="text-sm font-normal whitespace-nowrap text-quiet tabular-nums">•••• {row.last4}</span>
      )}
    </>
  ),
}
const nameAndStatus: Column<Card> = {
  ...name,
  cell: (row) => (
    <>
      {name.cell(row)} <NarrowStatus of={row.status} />
    </>
  ),
}
const agent: Column<Card> = {
  name: 'Agent',
  cell: ({ agentId }) => (
    <ListedNames>{agentId ? <AgentName id={agentId} /> : <span className="text-quiet">none</span>}</ListedNames>
  ),
  wideOnly: true,
}
/** The column with agent and customer in one cell, for lists of cards that also show money. */
const owners: Column<Card> = {
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
const status: Column<Card> = {
  name: 'Status',
  cell: (row) => (
    <span className="inline-flex flex-wrap gap-1.5">
      <Status of={row.status} />
      {row.issuer?.state === 'failed' && <Badge tone="bad">Failed at {issuerTitle(row.issuer.name)}</Badge>}
    </span>
  ),
  wideOnly: true,
}
const lastPurchase: Column<Card> = {
  name: 'Last purchase',
  cell: ({ lastSpendAt }) => (lastSpendAt ? <Time at={lastSpendAt} /> : <span className="text-quiet">never</span>),
  roomyOnly: true,
  right: true,
}
const limit: Column<Card> = { name: 'Spent of limit', cell: (card) => <CardLimit card={card} /> }

function CardLimit({ card }: { card: Card }) {
  const levels = useLevels(card)
  return card.status === 'closed' ? <span className="text-quiet">–</span> : <RowLimit id={card.id} levels={levels} />
}

const others: readonly Column<Card>[] = [
  {
    ...status,
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5">
        {status.cell(row)}
        <UnlimitedMark card={row} />
      </span>
    ),
    wideOnly: false,
  },
  lastPurchase,
]

export const cardColumns: readonly Column<Card>[] = [nameAndStatus, owners, status, limit, lastPurchase]

/** The columns of the lists of cards on a customer's page and on an agent's page. */
export const customerCardColumns: readonly Column<Card>[] = [name, agent, ...others]
export const agentCardColumns: readonly Column<Card>[] = [name, ...others]
