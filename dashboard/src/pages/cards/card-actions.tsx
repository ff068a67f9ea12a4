import type { Card } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { cardName } from '../../api/names.ts'
import type { RequestUnderOneIdempotencyKey } from '../../api/one-time-request.ts'
import { confirmedByPasskey, idempotencyKeyOf } from '../../api/sign-in/passkeys.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { usePageShortcuts } from '../../lib/input/use-page-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCustomerAgentOrCardAction } from '../resource/actions.ts'

const CloseCard = loadComponentLater(async () => (await import('./close-card.tsx')).CloseCard)

/** The actions on a card. A click freezes it at once; the key `f` asks first, because it may be pressed by mistake; closing asks twice. */
export function CardActions({ card }: { card: Card }) {
  const { run, isPending } = useCustomerAgentOrCardAction('cards')
  const [asks, setAsks] = useState(false)
  const [closes, setCloses] = useState(false)
  const isAdmin = useHasRole('admin')
  const mayFreeze = useHasRole('admin', 'approver')
  const unfreeze = {
    act: (intention: RequestUnderOneIdempotencyKey) =>
      confirmedByPasskey((proof, once) => purser.cards.unfreeze(card.id, proof, once), intention),
    said: 'The card is active again.',
  }
  const freeze = {
    act: (intention: RequestUnderOneIdempotencyKey) => purser.cards.freeze(card.id, {}, idempotencyKeyOf(intention)),
    said: 'The card is frozen: every purchase is declined.',
    ...(isAdmin && { undo: unfreeze }),
  }
  const canFreeze = mayFreeze && card.status === 'active'
  usePageShortcuts(canFreeze ? { f: { does: 'Freeze the card, after asking', act: () => setAsks(true) } } : {})
  const isClosed = card.status === 'closed'
  return (
    <>
      {canFreeze && (
        <Button look="danger" decides busy={isPending} onClick={() => run(freeze)} aria-keyshortcuts="f">
          Freeze
          <kbd aria-hidden className="rounded border border-current px-1 text-xs max-sm:hidden">
            F
          </kbd>
        </Button>
      )}
      {isAdmin && card.status === 'frozen' && (
        <Button busy={isPending} onClick={() => run(unfreeze)}>
          Unfreeze
        </Button>
      )}
      {isAdmin && !isClosed && (
        <Button look="ghost" onClick={() => setCloses(true)}>
          Close card
        </Button>
      )}
      {asks && (
        <ConfirmDialog
          title={`Freeze ${cardName(card)}?`}
          act="Freeze the card"
          isFocused
          busy={isPending}
          disabled={!canFreeze && !isPending}
          onClose={() => setAsks(false)}
          onConfirm={() => run(freeze, () => setAsks(false))}
        >
          {canFreeze || isPending ? (
            <p>Every purchase with it is declined until an admin unfreezes it.</p>
          ) : (
            <p role="alert">The card is {card.status} meanwhile. Nothing was sent.</p>
          )}
        </ConfirmDialog>
      )}
      {closes && (
        <CloseCard
          card={card}
          isBusy={isPending}
          onClose={() => setCloses(false)}
          onConfirm={() =>
            run(
              {
                act: (intention) => purser.cards.close(card.id, idempotencyKeyOf(intention)),
                said: 'The card is closed.',
              },
              () => setCloses(false),
            )
          }
        />
      )}
    </>
  )
}
