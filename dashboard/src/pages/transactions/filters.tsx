import { useState } from 'react'
import { reasonLabel, reasonCodes } from '../../lib/words/codes.ts'
import { Button } from '../../ui/button.tsx'
import { AgentCombobox, CardCombobox, CustomerCombobox } from '../../ui/combobox/level-comboboxes.tsx'
import { TextInput, Select } from '../../ui/field.tsx'
import { AmountFilters } from './amount-filter.tsx'
import { commitOnEnterOrBlur } from './commit-on-enter-or-blur.ts'
import { DayRangeFields, DayPresetFilter, ExactTimeFilter } from './day-filter.tsx'
import { transactionFilterNames, type TransactionFilterName, type TransactionQueryFilters } from './query.ts'

interface Props {
  filters: TransactionQueryFilters
  set: (name: TransactionFilterName, value: string | undefined) => void
  setAll: (values: Partial<Record<TransactionFilterName, string | undefined>>) => void
  clear: () => void
}

const inView: ReadonlySet<TransactionFilterName> = new Set([
  'merchant',
  'status',
  'reason',
  'createdAfter',
  'createdBefore',
])
const folded = transactionFilterNames.filter((name) => !inView.has(name))

/** The filters of the list of transactions: four are always shown, the others can be unfolded, and are open if a link has set one. */
export function TransactionFilters({ filters, set, setAll, clear }: Props) {
  const count = folded.filter((name) => name in filters).length
  const [isOpen, setOpen] = useState(count > 0)
  const setDays: React.ComponentProps<typeof DayPresetFilter>['setDays'] = setAll
  return (
    <search aria-label="Filters" className="@container grid gap-3">
      <div className="grid items-end gap-3 @sm:grid-cols-2 @4xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)] @6xl:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.2fr)_auto]">
        <div className="@max-4xl:@sm:col-span-2">
          <Written name="merchant" label="Merchant" placeholder="Part of its name" {...{ filters, set }} />
        </div>
        <DayPresetFilter {...{ filters, setDays }} onOther={() => setOpen(true)} />
        <Select label="Status" value={filters.status ?? ''} onChange={({ target }) => set('status', target.value)}>
          <option value="">Every status</option>
          {['pending', 'settled', 'declined', 'reversed', 'expired'].map((status) => (
            <option key={status}>{status}</option>
          ))}
        </Select>
        <Select
          label="Declined for"
          value={filters.reason ?? ''}
          onChange={({ target }) => set('reason', target.value)}
        >
          <option value="">Anything</option>
          {reasonCodes.map((code) => (
            <option key={code} value={code}>
              {reasonLabel(code)}
            </option>
          ))}
        </Select>
        <div className="flex gap-2 @max-6xl:@sm:col-span-full">
          <Button aria-expanded={isOpen} aria-controls="more-filters" onClick={() => setOpen(!isOpen)}>
            {count > 0 ? `More filters (${count})` : 'More filters'}
          </Button>
          <Button look="ghost" onClick={clear} disabled={Object.keys(filters).length === 0}>
            Clear
          </Button>
        </div>
      </div>
      <div
        id="more-filters"
        hidden={!isOpen}
        className="grid gap-3 rounded-xl border border-line bg-sheet p-4 @lg:grid-cols-2 @4xl:grid-cols-4 [&[hidden]]:hidden"
      >
        <TransactionOwnerFilters {...{ filters, set }} />
        <AmountFilters {...{ filters, setAll }} isShown={isOpen} />
        <DayRangeFields {...{ filters, setDays }} />
        <Written name="intentId" label="Intent" placeholder="Its id" {...{ filters, set }} />
        <Written name="merchantName" label="Exact name" {...{ filters, set }} />
        <Written name="mcc" label="Category code" placeholder="5734" {...{ filters, set }} />
        <Written name="costCenter" label="Cost center" {...{ filters, set }} />
        <Select
          label="Counted in sums"
          value={filters.summed ?? ''}
          onChange={({ target }) => set('summed', target.value)}
        >
          <option value="">All transactions</option>
          <option value="approved">Approved purchases</option>
          <option value="declined">Declined purchases</option>
        </Select>
        <Select label="Without" value={filters.without ?? ''} onChange={({ target }) => set('without', target.value)}>
          <option value="">Anything</option>
          <option value="agent">An agent</option>
          <option value="merchant">A merchant name</option>
          <option value="category">A category</option>
          <option value="costCenter">A cost center</option>
        </Select>
      </div>
      <ExactTimeFilter filters={filters} />
    </search>
  )
}

type FieldProps = Pick<Props, 'filters' | 'set'> & { name: TransactionFilterName; label: string; placeholder?: string }

function Written({ name, label, placeholder, filters, set }: FieldProps) {
  const value = filters[name] ?? ''
  const commit = (text: string) => text.trim() !== value && set(name, text.trim())
  return (
    <TextInput
      key={value}
      type="search"
      label={label}
      placeholder={placeholder}
      defaultValue={value}
      {...commitOnEnterOrBlur(commit)}
    />
  )
}

type OwnerName = 'agentId' | 'customerId' | 'cardId'

interface OwnersProps {
  filters: Partial<Record<OwnerName, string>>
  set: (name: OwnerName, value: string | undefined) => void
}

export function TransactionOwnerFilters({ filters, set }: OwnersProps) {
  const bind = (name: OwnerName) => ({ value: filters[name] ?? '', onChange: (id: string) => set(name, id) })
  return (
    <>
      <AgentCombobox label="Agent" none="Every agent" withDisabled {...bind('agentId')} />
      <CustomerCombobox label="Customer" none="Every customer" {...bind('customerId')} />
      <CardCombobox label="Card" none="Every card" {...bind('cardId')} />
    </>
  )
}
