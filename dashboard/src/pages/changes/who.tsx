import { useState } from 'react'
import { type Actor, useActors } from '../../api/actors.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'

const SHOWN = 12

interface Props {
  actorId: string | undefined
  set: (actorId: string | undefined) => void
}

/** Whose changes: people, API keys and their agents, by name. */
export function Who({ actorId, set }: Props) {
  const [typed, setTyped] = useState('')
  const actors = useActors()
  const wanted = typed.toLowerCase()
  const choices = actors
    ?.filter(({ id, name, kind }) => id === typed || `${name} ${kind}`.toLowerCase().includes(wanted))
    .slice(0, SHOWN)
    .map(({ id, name, kind }) => ({ value: id, text: name, detail: kind }))
  return (
    <Combobox
      label="Who"
      placeholder="A name"
      chosen={nameOf(actors, actorId)}
      choices={choices}
      onType={setTyped}
      onChoose={set}
      complaint={(text) => `Nobody, no API key and no agent with a key is called “${text}”.`}
    />
  )
}

/** A link may name somebody who is not in the list: the id stands for the name. */
const nameOf = (actors: readonly Actor[] | undefined, id: string | undefined): string | undefined =>
  id === undefined ? undefined : (actors?.find((one) => one.id === id)?.name ?? id)
