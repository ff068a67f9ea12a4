import { describeOperation } from '../../lib/change-words.ts'
import { auditedOperations } from '../../lib/words/operations.ts'
import { Combobox, type ComboboxOptions } from '../../ui/combobox/combobox.tsx'
import type { ComboboxSearch } from '../../ui/combobox/use-results.ts'

const SHOWN = 20

interface Props {
  operation: string | undefined
  set: (operation: string | undefined) => void
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const all = auditedOperations.map(({ name, about }) => ({
  id: name,
  name: capital(describeOperation(name)),
  detail: about,
}))

/** The search over the operations of the audit trail: by the operation's name or its words. */
const operations: ComboboxSearch<ComboboxOptions> = {
  key: ['operations'],
  find: async (text) => {
    const words = text.toLowerCase().split(/\s+/)
    const fits = all.filter(({ id, name, detail }) =>
      words.every((word) => `${name} ${detail} ${id}`.toLowerCase().includes(word)),
    )
    return { options: fits.slice(0, SHOWN), hasMore: fits.length > SHOWN }
  },
}

/** The filter of the audit trail by operation. */
export const AuditOperationFilter = ({ operation, set }: Props) => (
  <Combobox
    label="Action"
    none="Anything"
    placeholder="Such as froze"
    value={operation ?? ''}
    chosenName={operation === undefined ? undefined : capital(describeOperation(operation))}
    search={operations}
    onChange={(name) => set(name || undefined)}
    complaint={(text) => `Nothing that can be done is called “${text}”.`}
  />
)
