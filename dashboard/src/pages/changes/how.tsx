import { useState } from 'react'
import { tellOperation } from '../../lib/change-words.ts'
import { auditedOperations } from '../../lib/words/operations.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'

interface Props {
  operation: string | undefined
  set: (operation: string | undefined) => void
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const all = auditedOperations.map(({ name, about }) => ({
  value: name,
  text: capital(tellOperation(name)),
  detail: about,
}))

/** What was done, as a verb. The name of the operation finds it, too. */
export function How({ operation, set }: Props) {
  const [typed, setTyped] = useState('')
  const words = typed.toLowerCase().split(/\s+/)
  return (
    <Combobox
      label="Did what"
      placeholder="Froze, changed, read"
      chosen={operation === undefined ? undefined : capital(tellOperation(operation))}
      choices={all.filter(({ value, text, detail }) =>
        words.every((word) => `${text} ${detail} ${value}`.toLowerCase().includes(word)),
      )}
      onType={setTyped}
      onChoose={set}
      complaint={(text) => `Nothing that can be done is called “${text}”.`}
    />
  )
}
