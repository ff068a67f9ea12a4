import type { Card } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { cardName } from '../../api/names.ts'
import { formatMoney } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/states.tsx'

interface CloseCardProps {
  card: Card
  isBusy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** The dialog that closes a card. It asks twice: first it says what happens to open holds, then the person types the last four digits. */
export function CloseCard({ card, isBusy, onClose, onConfirm }: CloseCardProps) {
  const [isSecond, setSecond] = useState(false)
  const [typed, setTyped] = useState('')
  const word = card.last4 ?? 'close'
  const title = `Close ${cardName(card)} for good?`
  if (!isSecond) {
    return (
      <ConfirmDialog
        title={title}
        act="Continue"
        danger
        busy={false}
        onClose={onClose}
        onConfirm={() => setSecond(true)}
      >
        <p>
          A closed card declines every purchase and cannot be opened again. Freezing also stops purchases, and can be
          undone.
        </p>
        <OpenHolds cardId={card.id} />
      </ConfirmDialog>
    )
  }
  return (
    <ConfirmDialog
      title={title}
      act="Close for good"
      danger
      busy={isBusy}
      disabled={typed.trim() !== word}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <TextInput
        label={card.last4 === null ? 'Type close to go on' : `Type the last four digits, ${word}, to go on`}
        inputMode={card.last4 === null ? 'text' : 'numeric'}
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </ConfirmDialog>
  )
}

function OpenHolds({ cardId }: { cardId: string }) {
  const { data } = useQuery({
    queryKey: ['transactions', 'open', cardId],
    queryFn: ({ signal }) =>
      purser.transactions
        .list({ cardId, status: 'pending', limit: 100 }, { signal })
        .then((page) => ({ data: page.data, hasMore: page.hasMore })),
  })
  if (data === undefined) return <Skeleton className="h-6" />
  if (data.data.length === 0) return <p>No purchase is open, and nothing is held.</p>
  const currency = data.data[0]?.currency
  const held = data.data.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <p>
      <strong>
        {data.hasMore && 'More than '}
        {data.data.length} open {data.data.length === 1 ? 'purchase' : 'purchases'}, {formatMoney(held, currency)} held:
      </strong>{' '}
      they stay open. Merchants may still capture, reverse or refund them; a hold without a capture expires. Increments
      are declined.
    </p>
  )
}
