import { type ReactNode, useState } from 'react'
import type { SortOrder } from '../../api/sorted.ts'
import { fieldNameInWords } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput, Select } from '../../ui/field.tsx'
import { AgentName, CardName, CustomerName } from '../../ui/named.tsx'

interface ListFiltersProps {
  status?: {
    value: string | undefined
    statuses: readonly string[]
    onStatus: (status: string | undefined) => void
  }
  sort?: { value: SortOrder; onSort: (sort: string | undefined) => void }
  search?: {
    label: string
    value: string | undefined
    placeholder: string
    onSearch: (text: string | undefined) => void
  }
  /** Marks for filters that a link has set, such as `of Acme`. */
  children?: ReactNode
}

/** The filters above a list. All of them are in the page's address. */
export const ListFilters = ({ status, sort, search, children }: ListFiltersProps) => (
  <div className="flex flex-wrap items-end gap-3">
    {status && (
      <div className="w-40">
        <Select
          label="Status"
          value={status.value ?? ''}
          onChange={({ target }) => status.onStatus(target.value || undefined)}
        >
          <option value="">All</option>
          {status.statuses.map((one) => (
            <option key={one} value={one}>
              {fieldNameInWords(one)}
            </option>
          ))}
        </Select>
      </div>
    )}
    {search && <Search key={search.value ?? ''} {...search} />}
    {sort && (
      <div className="w-44">
        <Select
          label="Order"
          value={sort.value}
          onChange={({ target }) => sort.onSort(target.value === 'newest' ? undefined : target.value)}
        >
          <option value="newest">Newest first</option>
          <option value="name">By name</option>
          <option value="used">Most of limit used</option>
        </Select>
      </div>
    )}
    {children}
  </div>
)

function Search({ label, value, placeholder, onSearch }: NonNullable<ListFiltersProps['search']>) {
  const [text, setText] = useState(value ?? '')
  return (
    <form
      role="search"
      className="flex min-w-0 flex-[1_1_16rem] items-end gap-2 sm:max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim() || undefined)
      }}
    >
      <div className="min-w-0 flex-1">
        <TextInput
          label={label}
          type="search"
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button type="submit">Find</Button>
    </form>
  )
}

const owners = {
  customer: { before: 'of', Name: CustomerName },
  agent: { before: 'of', Name: AgentName },
  card: { before: 'with', Name: CardName },
} as const

interface OwnerChipProps {
  kind: keyof typeof owners
  id: string | undefined
  onDrop: () => void
}

/** The customer, agent or card whose rows are listed, if a link has named one. */
export function OwnerFilterChip({ kind, id, onDrop }: OwnerChipProps) {
  if (id === undefined) return null
  const { before, Name } = owners[kind]
  return (
    <Chip onDrop={onDrop}>
      {before} <Name id={id} />
    </Chip>
  )
}

/** A filter that a link has set, with a button that removes it. */
const Chip = ({ children, onDrop }: { children: ReactNode; onDrop: () => void }) => (
  <span className="inline-flex min-h-10 min-w-0 items-center gap-1 rounded-lg bg-accent-wash pl-3 text-accent">
    <span className="truncate">{children}</span>
    <Button look="ghost" size="small" onClick={onDrop} aria-label="Remove this filter">
      ✕
    </Button>
  </span>
)
