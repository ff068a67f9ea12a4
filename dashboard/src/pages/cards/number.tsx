import type { Card } from '@purser/client'
import { useState } from 'react'
import { useIssuers } from '../../api/issuers.ts'
import { issuerTitle } from '../../../../src/issuers/names.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { Button } from '../../ui/button.tsx'
import { CardFace } from './face.tsx'
import { RevealNumberDialog } from './reveal-number-dialog.tsx'
import { useCardNumberReveal } from './use-number-reveal.ts'

/** The face of a card, and its number for those who may see it. */
export function CardNumber({ card }: { card: Card }) {
  const { shown, left, reveal, hide } = useCardNumberReveal(card.id)
  const [asks, setAsks] = useState(false)
  const may = useHasRole('admin')
  const hidden = useHidden(card)
  return (
    <div className="grid justify-items-center gap-3">
      <CardFace card={card} shown={shown} />
      {shown ? (
        <div className="grid w-full max-w-sm gap-2">
          <p className="text-center text-sm text-quiet">
            Hidden again in <span className="font-semibold tabular-nums">{left} s</span>
          </p>
          <div className="grid grid-cols-3 gap-2">
            <CopyButton label="Number" text={shown.pan} />
            <CopyButton label="Expiry" text={shown.exp} />
            <CopyButton label="CVV" text={shown.cvv} />
          </div>
          <Button size="small" look="ghost" onClick={hide}>
            Hide now
          </Button>
        </div>
      ) : (
        may &&
        card.status !== 'closed' && (
          <>
            <Button size="small" disabled={hidden !== null} onClick={() => setAsks(true)}>
              Show number
            </Button>
            {hidden !== null && <p className="max-w-sm text-center text-sm text-quiet">{hidden}</p>}
          </>
        )
      )}
      {asks && <RevealNumberDialog cardId={card.id} reveal={reveal} onClose={() => setAsks(false)} />}
    </div>
  )
}

/** The reason why nobody can see the card's number now. Null: people with the right role can see it. */
function useHidden({ status, issuer, last4 }: Card): string | null {
  const issuers = useIssuers()
  if (status !== 'active') return 'A frozen card does not show its number.'
  if (issuer === undefined) return null
  const who = issuerTitle(issuer.name)
  if (last4 === null) return `The card has no number until ${who} has created it.`
  const givesNumbers = issuers.find(({ name }) => name === issuer.name)?.givesNumbers === true
  return givesNumbers ? null : `${who} keeps the number: it is shown in ${who}’s own dashboard.`
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  return (
    <Button size="small" onClick={() => void copy()} aria-label={`Copy ${label}`}>
      {copied ? 'Copied' : label}
    </Button>
  )
}
