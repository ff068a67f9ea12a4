import { type ResourceChangeAuthor, useChangeAuthors } from '../../api/change-authors.ts'
import { Combobox, type ComboboxOptions } from '../../ui/combobox/combobox.tsx'
import type { ComboboxSearch } from '../../ui/combobox/use-results.ts'

const SHOWN = 12

interface Props {
  actorId: string | undefined
  set: (actorId: string | undefined) => void
}

/** The search over the actors that are loaded. */
const among = (actors: readonly ResourceChangeAuthor[] = []): ComboboxSearch<ComboboxOptions> => ({
  key: ['actors', actors.length],
  find: async (text) => {
    const typed = text.toLowerCase()
    const fits = actors.filter(({ id, name, kind }) => id === text || `${name} ${kind}`.toLowerCase().includes(typed))
    const options = fits.slice(0, SHOWN).map(({ id, name, kind }) => ({ id, name, detail: kind }))
    return { options, hasMore: fits.length > SHOWN }
  },
})

/** The filter of the audit trail by actor: people, API keys and their agents, by name. */
export function AuditActorFilter({ actorId, set }: Props) {
  const actors = useChangeAuthors()
  return (
    <Combobox
      label="Actor"
      none="Everyone"
      placeholder="A name"
      value={actorId ?? ''}
      // A link may name an actor who is not in the list: then the field shows the id.
      chosenName={actors?.find(({ id }) => id === actorId)?.name}
      search={among(actors)}
      onChange={(id) => set(id || undefined)}
      complaint={actors && ((text) => `Nobody, no API key and no agent with a key is called “${text}”.`)}
    />
  )
}
