import type { Card, CardCredentials } from '@purser/client'
import { issuerTitle } from '../../../../src/issuers/names.ts'
import { cardName } from '../../api/names.ts'
import { joinClassNames } from '../../lib/classes.ts'
import { AgentName } from '../../ui/named.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

const inFours = (pan: string) => pan.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** A card drawn as a piece of plastic. `shown`: the number, expiry and CVV, while the person may see them. Null: the digits are hidden. */
export function CardFace({ card, shown }: { card: Card; shown: CardCredentials | null }) {
  const isActive = card.status === 'active'
  return (
    <div
      className={joinClassNames(
        'relative isolate grid aspect-[1.586] w-full max-w-sm content-between overflow-hidden rounded-2xl p-5 shadow-lg',
        isActive ? 'bg-accent text-on-accent' : 'border border-strong-line bg-raised text-ink',
      )}
    >
      <Pattern />
      <div className="flex items-start justify-between gap-4">
        <p className="min-w-0 font-semibold wrap-anywhere line-clamp-2">
          <UntrustedText text={cardName(card)} />
        </p>
        <p className={joinClassNames('text-sm font-semibold', !isActive && 'rounded-md bg-sheet px-2 py-0.5')}>
          {card.status === 'active'
            ? issuerTitle(card.issuer?.name ?? 'purser')
            : card.status === 'frozen'
              ? '❄ Frozen'
              : 'Closed'}
        </p>
      </div>
      <Chip />
      <div className="grid gap-2">
        <p className="font-mono text-lg tracking-wider whitespace-nowrap tabular-nums sm:text-xl">
          <span className="sr-only">Card number </span>
          {shown ? inFours(shown.pan) : `•••• •••• •••• ${card.last4 ?? '––––'}`}
        </p>
        <div className="flex items-end justify-between gap-4 text-sm">
          <p className="min-w-0 truncate">{card.agentId ? <AgentName id={card.agentId} /> : card.type}</p>
          <p className="font-mono whitespace-nowrap tabular-nums">
            {shown ? `${shown.exp}  CVV ${shown.cvv}` : card.expMonth && `${card.expMonth}/${card.expYear?.slice(2)}`}
          </p>
        </div>
      </div>
    </div>
  )
}

const Pattern = () => (
  <svg
    aria-hidden
    viewBox="0 0 317 200"
    className="absolute inset-0 -z-10 size-full opacity-10"
    preserveAspectRatio="xMidYMid slice"
  >
    {[40, 70, 100, 130, 160, 190].map((radius) => (
      <circle key={radius} cx="290" cy="185" r={radius} fill="none" stroke="currentColor" strokeWidth="9" />
    ))}
  </svg>
)

const Chip = () => (
  <svg aria-hidden viewBox="0 0 40 30" className="h-8 w-11 opacity-70">
    <rect x="1" y="1" width="38" height="28" rx="5" fill="none" stroke="currentColor" strokeWidth="1.5" />
    <path d="M1 10h12v10H1M39 10H27v10h12M13 1v28M27 1v28" fill="none" stroke="currentColor" strokeWidth="1.5" />
  </svg>
)
