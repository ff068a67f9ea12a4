import type { Card } from '@purser/client'
import { issuerNames } from '../../api/issuers.ts'
import { cardName } from '../../api/names.ts'
import { Badge, Status } from '../../ui/badge.tsx'
import { AgentName, CustomerName, Listed, ListedName } from '../../ui/named.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { Unlimited } from './unlimited.tsx'

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
const customer: Column<Card> = {
  name: 'Customer',
  cell: ({ customerId }) => <Listed>{customerId ? <CustomerName id={customerId} /> : '–'}</Listed>,
  wideOnly: true,
}
const agent: Column<Card> = {
  name: 'Agent',
  cell: ({ agentId }) => (
    <Listed>{agentId ? <AgentName id={agentId} /> : <span className="text-quiet">none</span>}</Listed>
  ),
  wideOnly: true,
}
const others: readonly Column<Card>[] = [
  {
    name: 'Status',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-1.5">
        <Status of={row.status} />
        <Unlimited card={row} />
        {row.issuer?.state === 'failed' && <Badge tone="bad">Failed at {issuerNames[row.issuer.name]}</Badge>}
      </span>
    ),
  },
  {
    name: 'Last purchase',
    cell: ({ lastSpendAt }) => (lastSpendAt ? <Time at={lastSpendAt} /> : <span className="text-quiet">never</span>),
    wideOnly: true,
    right: true,
  },
]

export const cardColumns: readonly Column<Card>[] = [name, customer, agent, ...others]

/** Beneath their customer, and beneath their agent. */
export const customerCardColumns: readonly Column<Card>[] = [name, agent, ...others]
export const agentCardColumns: readonly Column<Card>[] = [name, ...others]
