import type { Shadow } from '@purser/client'
import { useState } from 'react'
import { ruleName } from '../../lib/words/rules.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { CardName } from '../../ui/named.tsx'
import { type TableColumn, Table } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'

type Example = Shadow['examples'][number]

const FEW = 5

const columns: readonly TableColumn<Example>[] = [
  { name: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
  { name: 'Was', cell: ({ was }) => <StatusBadge of={past[was]} /> },
  { name: 'Would be', cell: ({ would }) => <StatusBadge of={past[would]} /> },
  {
    name: 'Reason',
    cell: ({ reasons }) => (
      <span className="text-sm text-quiet">{[...new Set(reasons.map(({ rule }) => ruleName(rule)))].join(', ')}</span>
    ),
    wideOnly: true,
  },
  { name: 'Card', cell: ({ cardId }) => <CardName id={cardId} />, wideOnly: true },
  { name: 'Amount', cell: ({ amount }) => <Money cents={amount} />, right: true },
]

const past = { approve: 'approved', decline: 'declined' } as const

/** Purchases that the shadow policy would have decided differently: first a few, on request all that the API lists. */
export function ShadowPolicyExamples({ examples }: { examples: readonly Example[] }) {
  const [all, setAll] = useState(false)
  return (
    <div className="border-t border-line">
      <Table
        caption="Purchases that the shadow policy would have decided differently"
        columns={columns}
        rows={all ? examples : examples.slice(0, FEW)}
        rowKey={({ transactionId }) => transactionId}
        href={({ transactionId }) => `/transactions/${transactionId}`}
      />
      {examples.length > FEW && (
        <div className="border-t border-line px-3 py-2">
          <Button look="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show the newest ${examples.length}`}
          </Button>
        </div>
      )}
    </div>
  )
}
