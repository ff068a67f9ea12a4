import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Card } from '@purser/client'
import { fullCardName, newestAgentsQuery, newestCardsQuery, useCard } from '../../api/names.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { AgentName, CardName } from '../../ui/named.tsx'
import { Failure, Loading } from '../../ui/states.tsx'

const SHOWN = 5

/** A card by its label, its last digits, its agent or its whole id. */
export function CardChoice({ chosen, onChoose }: { chosen: string | undefined; onChoose: (id: string) => void }) {
  if (chosen === undefined) return <Search onChoose={onChoose} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <p className="text-sm font-medium">Card</p>
      <div className="flex items-center justify-between gap-3 rounded-lg border border-line px-3 py-2">
        <div className="min-w-0">
          <p className="truncate font-medium">
            <CardName id={chosen} link />
          </p>
          <p className="truncate text-sm text-quiet">
            <Owner id={chosen} />
          </p>
        </div>
        <Button size="small" onClick={() => onChoose('')}>
          Change
        </Button>
      </div>
    </div>
  )
}

/** Cards that buy come first, in the order in which they came. */
const standing = ({ status }: Card): number => (status === 'active' ? 0 : 1)

function Owner({ id }: { id: string }) {
  const card = useCard(id)
  return card === undefined ? <>&nbsp;</> : <AgentName id={card.agentId} />
}

function Search({ onChoose }: { onChoose: (id: string) => void }) {
  const [text, setText] = useState('')
  const { data, error, refetch } = useQuery(newestCardsQuery)
  const agents = useQuery(newestAgentsQuery).data?.data ?? []
  const byId = useCard(/^card_\w{26}$/.test(text.trim()) ? text.trim() : null)
  const found = (data?.data ?? []).filter((card) => {
    const agent = agents.find(({ id }) => id === card.agentId)
    return `${fullCardName(card)} ${agent?.name ?? ''} ${card.id}`.toLowerCase().includes(text.trim().toLowerCase())
  })
  const cards = byId && found.length === 0 ? [byId] : found.toSorted((a, b) => standing(a) - standing(b))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Input
        type="search"
        label="Card"
        placeholder="Label, last digits, agent or id"
        value={text}
        onChange={({ target }) => setText(target.value)}
        hint={data?.hasMore ? 'Searches the newest 100. Of an older one, paste the whole id.' : undefined}
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Loading lines={2} />}
      {data !== undefined && (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1" aria-label="Cards found">
          {cards.slice(0, SHOWN).map((card) => (
            <li key={card.id}>
              <Choice card={card} onChoose={onChoose} />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (
        <p role="status" className="text-sm text-quiet">
          {cards.length === 0 && (text === '' ? 'There is no card yet.' : 'No card matches.')}
          {cards.length > SHOWN && `${cards.length - SHOWN} more: type to narrow them down.`}
        </p>
      )}
    </div>
  )
}

const Choice = ({ card, onChoose }: { card: Card; onChoose: (id: string) => void }) => (
  <button
    type="button"
    onClick={() => onChoose(card.id)}
    className="flex w-full items-center justify-between gap-3 rounded-lg border border-line px-3 py-2 text-left hover:border-strong-line"
  >
    <span className="min-w-0">
      <span className="block truncate font-medium">{fullCardName(card)}</span>
      <span className="block truncate text-sm text-quiet">
        <AgentName id={card.agentId} />
      </span>
    </span>
    {card.status !== 'active' && <Status of={card.status} />}
  </button>
)
