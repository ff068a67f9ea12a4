import type { Card } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { confirmed } from '../../api/sign-in/passkeys.ts'
import { useMay } from '../../api/sign-in/session.ts'
import { useKeys } from '../../lib/use-keys.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../resource/actions.ts'
import { CloseCard } from './close-card.tsx'

/** Freezes at once, by one click or `f`; unfreezes; closes after asking twice. */
export function CardActions({ card }: { card: Card }) {
  const { run, isPending } = useAction('cards')
  const [closes, setCloses] = useState(false)
  const isAdmin = useMay('admin')
  const mayFreeze = useMay('admin', 'approver')
  const unfreeze = {
    act: () => confirmed((proof) => purser.cards.unfreeze(card.id, proof)),
    said: 'The card is active again.',
  }
  const freeze = {
    act: () => purser.cards.freeze(card.id),
    said: 'The card is frozen: every purchase is declined.',
    ...(isAdmin && { undo: unfreeze }),
  }
  const canFreeze = mayFreeze && card.status === 'active'
  useKeys(canFreeze ? { f: { does: 'Freeze the card', act: () => run(freeze) } } : {})
  if (card.status === 'closed') return null
  return (
    <>
      {canFreeze && (
        <Button look="primary" busy={isPending} onClick={() => run(freeze)} aria-keyshortcuts="f">
          Freeze
          <kbd aria-hidden className="rounded border border-current px-1 text-xs opacity-80 max-sm:hidden">
            F
          </kbd>
        </Button>
      )}
      {isAdmin && card.status === 'frozen' && (
        <Button busy={isPending} onClick={() => run(unfreeze)}>
          Unfreeze
        </Button>
      )}
      {isAdmin && (
        <Button look="ghost" onClick={() => setCloses(true)}>
          Close card
        </Button>
      )}
      {closes && (
        <CloseCard
          card={card}
          isBusy={isPending}
          onClose={() => setCloses(false)}
          onConfirm={() =>
            run({ act: () => purser.cards.close(card.id), said: 'The card is closed.' }, () => setCloses(false))
          }
        />
      )}
    </>
  )
}
