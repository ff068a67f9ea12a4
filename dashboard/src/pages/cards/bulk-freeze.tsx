import type { Card } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { cardNameWithDigits } from '../../api/names.ts'
import { confirmedByPasskey } from '../../api/sign-in/passkeys.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { type BulkAction, BulkActionDialog, type BulkActionRow } from '../../ui/list/bulk-dialog.tsx'
import { SelectionNote } from '../../ui/list/selection-bar.tsx'

interface BulkFreezeProps {
  cards: readonly Card[]
  onDone: (ids: readonly string[]) => void
}

const named = (card: Card): BulkActionRow => ({ id: card.id, name: cardNameWithDigits(card) })
const countOf = (cards: readonly unknown[]): string =>
  cards.length === 1 ? '1 card' : `${formatCount(cards.length)} cards`

/** The bar that freezes or unfreezes the selected cards. Cards whose status does not permit it are left out. */
export function BulkFreeze({ cards, onDone }: BulkFreezeProps) {
  const [bulk, setBulk] = useState<BulkAction<BulkActionRow>>()
  const isAdmin = useHasRole('admin')
  const of = (status: Card['status']) => {
    const rows = cards.filter((card) => card.status === status)
    const skipped = cards
      .filter((card) => card.status !== status)
      .map((card) => ({ ...named(card), why: `it is ${card.status}` }))
    return { rows: rows.map(named), skipped, stale: ['cards', 'policy', 'audit', 'stats'] }
  }
  const [active, frozen] = [of('active'), of('frozen')]
  const freeze: BulkAction<BulkActionRow> = {
    ...active,
    title: `Freeze ${countOf(active.rows)}`,
    means: 'Every purchase with a frozen card is declined until somebody unfreezes it.',
    done: 'frozen',
    act: ({ id }) => purser.cards.freeze(id),
  }
  const unfreeze: BulkAction<BulkActionRow> = {
    ...frozen,
    title: `Unfreeze ${countOf(frozen.rows)}`,
    means: 'They can be paid with again. Where this takes a passkey, you are asked for each card.',
    done: 'unfrozen',
    act: ({ id }) => confirmedByPasskey((proof) => purser.cards.unfreeze(id, proof)),
  }
  const counts = (['active', 'frozen', 'closed'] as const).flatMap((status) => {
    const { length } = cards.filter((card) => card.status === status)
    return length === 0 ? [] : [`${formatCount(length)} ${status}`]
  })
  return (
    <>
      {cards.length > 0 && <SelectionNote>{counts.join(', ')}</SelectionNote>}
      {active.rows.length > 0 && (
        <Button size="small" onClick={() => setBulk(freeze)}>
          {freeze.title}
        </Button>
      )}
      {isAdmin && frozen.rows.length > 0 && (
        <Button size="small" onClick={() => setBulk(unfreeze)}>
          {unfreeze.title}
        </Button>
      )}
      {cards.length > 0 && active.rows.length === 0 && (!isAdmin || frozen.rows.length === 0) && (
        <p className="text-sm text-quiet">Nothing can be done with these.</p>
      )}
      {bulk && <BulkActionDialog bulk={bulk} onClose={() => setBulk(undefined)} onDone={onDone} />}
    </>
  )
}
