import type { Intent, ListIntentsQuery } from '@purser/client'
import { purser } from '../../api/client.ts'
import { pagesOf } from '../../api/pages.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Listing } from '../../ui/listing.tsx'
import { IntentAmount } from '../../ui/approvals/intent-amount.tsx'
import { CardName } from '../../ui/named.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import type { Column } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { ListFilters, OwnerChip } from '../resource/list-filters.tsx'
import { OthersText } from '../../ui/others-text.tsx'

const statuses = ['pending_approval', 'pending', 'matched', 'mismatched', 'expired', 'rejected', 'canceled']

/** The list of intents: purchases that agents have declared. */
export default function Intents() {
  const { filters, set, clear, isFiltered } = useFilters(['status', 'customerId', 'agentId', 'cardId'])
  return (
    <Page title="Intents">
      <ListFilters status={{ value: filters.status, statuses, onStatus: (status) => set('status', status) }}>
        <OwnerChip kind="customer" id={filters.customerId} onDrop={() => set('customerId', undefined)} />
        <OwnerChip kind="agent" id={filters.agentId} onDrop={() => set('agentId', undefined)} />
        <OwnerChip kind="card" id={filters.cardId} onDrop={() => set('cardId', undefined)} />
      </ListFilters>
      <Section flush>
        <Listing
          query={pagesOf(['intents', 'list', filters], (cursor) =>
            purser.intents.list({ ...(filters as ListIntentsQuery), limit: 50, ...(cursor && { cursor }) }),
          )}
          caption="Intents, newest first"
          columns={columns}
          rowKey={({ id }) => id}
          href={({ id }) => `/intents/${id}`}
          empty={
            isFiltered ? (
              <Empty title="No intent matches.">
                <Button onClick={clear}>Show all</Button>
              </Empty>
            ) : (
              <Empty
                title="There are no intents yet."
                command={`curl $PURSER_URL/cards/card_.../intents -H "Authorization: Bearer $PURSER_API_KEY" \\\n  -H 'content-type: application/json' -d '{"purpose":"Printer ink","expectedAmount":4999}'`}
              >
                Agents declare a purchase before they make it: its purpose, amount and merchant.
              </Empty>
            )
          }
        />
      </Section>
    </Page>
  )
}

const columns: readonly Column<Intent>[] = [
  {
    name: 'Purpose',
    cell: ({ purpose, expectedMerchant, status, createdAt }) => (
      <>
        <span className="line-clamp-2 max-w-96 wrap-anywhere @xl:min-w-40">
          <OthersText text={purpose} />
        </span>
        <span className="line-clamp-1 max-w-72 text-sm font-normal text-quiet">
          <OthersText text={expectedMerchant ?? 'any merchant'} />
        </span>
        <span className="flex flex-wrap items-center gap-x-2 pt-0.5 text-sm font-normal text-quiet @xl:hidden">
          <Status of={status} /> <Time at={createdAt} />
        </span>
      </>
    ),
  },
  { name: 'Status', wideOnly: true, cell: ({ status }) => <Status of={status} /> },
  {
    name: 'Agent and card',
    wideOnly: true,
    cell: ({ agentName, cardLabel, cardId }) => (
      <>
        <span className="block max-w-36 truncate @4xl:max-w-56">
          <OthersText text={agentName ?? 'No agent'} />
        </span>
        <span className="block max-w-36 truncate @4xl:max-w-56 text-sm text-quiet">
          {cardLabel === undefined ? <CardName id={cardId} /> : <OthersText text={cardLabel} />}
        </span>
      </>
    ),
  },
  { name: 'Declared', roomyOnly: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    name: 'Expected',
    right: true,
    cell: (intent) => <IntentAmount of={intent} />,
  },
]
