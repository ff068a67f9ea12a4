import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { purser } from '../../api/client.ts'
import { useIssuers } from '../../api/issuers.ts'
import { issuerTitle } from '../../../../src/issuers/names.ts'
import { cardNameWithDigits } from '../../api/names.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

/** How many of the newest failures at issuers are read. */
const LOOKED_AT = 10

/**
 * The query of cards whose last change failed at the issuer. The API has no list of these cards, so it reads the events of failures: mostly
 * there are none, and it costs one small request.
 */
const failedCardsQuery = queryOptions({
  queryKey: ['cards', 'failed at issuer'],
  queryFn: async ({ signal }) => {
    const { data } = await purser.events.list({ type: 'card.issuer_failed', limit: LOOKED_AT }, { signal })
    const ids = data.flatMap((event) => (typeof event.data['cardId'] === 'string' ? [event.data['cardId']] : []))
    const cards = await Promise.all([...new Set(ids)].map((id) => purser.cards.get(id, { signal })))
    return cards.filter(({ issuer }) => issuer?.state === 'failed')
  },
})

/** The note about cards whose last change, such as freezing, their issuer does not know. Nothing is drawn if there is no such card. */
export function FailedIssuerCallsNote() {
  const hasIssuer = useIssuers().some(({ name }) => name !== 'purser')
  const { data: cards = [] } = useQuery({ ...failedCardsQuery, enabled: hasIssuer })
  if (cards.length === 0) return null
  return (
    <section
      aria-label="Changes that issuers do not know of"
      className="flex flex-wrap gap-x-4 gap-y-1 rounded-lg bg-warn-wash px-3 py-2 text-sm text-warn"
    >
      <p>The issuer does not know of the last change to {cards.length === 1 ? 'this card' : 'these cards'}:</p>
      <ul className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
        {cards.map((card) => (
          <li key={card.id} className="min-w-0">
            <Link to={`/cards/${card.id}`} className="font-medium wrap-anywhere underline underline-offset-2">
              <UntrustedText text={cardNameWithDigits(card)} />
            </Link>
            , {card.status} here, failed at {card.issuer && issuerTitle(card.issuer.name)}
          </li>
        ))}
      </ul>
    </section>
  )
}
