import type { Card } from '@purser/client'
import { useState } from 'react'
import { useMay } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Face } from './face.tsx'
import { RevealDialog } from './reveal-dialog.tsx'
import { useReveal } from './use-reveal.ts'

/** The face of a card, and its number for those who may see it. */
export function CardNumber({ card }: { card: Card }) {
  const { shown, left, reveal, hide } = useReveal(card.id)
  const [asks, setAsks] = useState(false)
  const may = useMay('admin')
  const isOpen = card.status === 'active'
  return (
    <div className="grid justify-items-center gap-3">
      <Face card={card} shown={shown} />
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
            <Button size="small" disabled={!isOpen} onClick={() => setAsks(true)}>
              Show number
            </Button>
            {!isOpen && <p className="text-sm text-quiet">A frozen card does not show its number.</p>}
          </>
        )
      )}
      {asks && <RevealDialog cardId={card.id} reveal={reveal} onClose={() => setAsks(false)} />}
    </div>
  )
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
