import type { Card } from '@purser/client'
import { purser } from '../../api/client.ts'
import { issuerTitle } from '../../../../src/issuers/names.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { Button } from '../../ui/button.tsx'
import { WarningLine } from '../../ui/words/warning-line.tsx'
import { useCustomerAgentOrCardAction } from '../resource/actions.ts'

type IssuedBy = NonNullable<Card['issuer']>

/** The calls to a card's issuer that are still to be made or have failed, with the reason. Nothing is drawn if all have been made. */
export function CardIssuerCalls({ card: { id, issuer } }: { card: Card }) {
  if (issuer === undefined) return null
  if (issuer.state === 'failed') return <Failed cardId={id} issuer={issuer} />
  const waits = waitsFor(issuer)
  if (waits === null) return null
  return issuer.lastError === null ? (
    <p role="status" className="rounded-lg bg-raised px-3 py-2 text-sm text-quiet">
      {waits}
    </p>
  ) : (
    <WarningLine message={`${waits} The last try: ${issuer.lastError}`} />
  )
}

function waitsFor({ name, state, pendingCalls }: IssuedBy): string | null {
  const who = issuerTitle(name)
  if (state === 'pending') return `${who} has not made this card yet. It can be used as soon as it has.`
  return pendingCalls === 0
    ? null
    : `${who} does not know yet of ${pendingCalls === 1 ? 'a change' : `${pendingCalls} changes`}.`
}

function Failed({ cardId, issuer: { name, lastError } }: { cardId: string; issuer: IssuedBy }) {
  const { run, isPending } = useCustomerAgentOrCardAction('cards')
  const may = useHasRole('admin')
  const who = issuerTitle(name)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <WarningLine message={`${who} does not know what is set here: ${lastError ?? 'it has not answered.'}`} />
      {may && (
        <Button
          size="small"
          busy={isPending}
          onClick={() => run({ act: () => purser.cards.retryIssuer(cardId), said: `${who} is asked again.` })}
        >
          Try {who} again
        </Button>
      )}
    </div>
  )
}
