import { Link } from 'react-router'
import { useCard } from '../../api/names.ts'
import { CardCombobox } from '../../ui/combobox/level-comboboxes.tsx'
import { AgentName } from '../../ui/named.tsx'

/** The field that finds a card by its label, its last digits, its agent or its whole id. */
export const PlaygroundCardField = ({
  chosen,
  onChoose,
}: {
  chosen: string | undefined
  onChoose: (id: string) => void
}) => (
  <CardCombobox
    label="Card"
    placeholder="Label, last digits, agent or id"
    hint={chosen !== undefined && <Chosen id={chosen} />}
    value={chosen ?? ''}
    onChange={onChoose}
  />
)

function Chosen({ id }: { id: string }) {
  const card = useCard(id)
  if (card === undefined) return <>&nbsp;</>
  return (
    <>
      <AgentName id={card.agentId} /> ·{' '}
      <Link to={`/cards/${id}`} className="hover:underline">
        Open the card
      </Link>
    </>
  )
}
