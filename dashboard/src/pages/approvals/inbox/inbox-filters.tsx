import { AgentCombobox } from '../../../ui/combobox/level-comboboxes.tsx'
import { Select } from '../../../ui/field.tsx'

interface InboxFiltersProps {
  agentId: string | undefined
  onAgent: (id: string | undefined) => void
  /** The choice of the order. Undefined: the listed requests are decided, so they have no expiry to sort by. */
  order: { isByEnd: boolean; onByEnd: (isByEnd: boolean) => void } | undefined
}

/** The filter by agent and the order of the inbox. */
export const InboxFilters = ({ agentId, onAgent, order }: InboxFiltersProps) => (
  <search aria-label="Filters" className="flex flex-wrap items-end gap-3">
    <div className="w-72 max-w-full">
      <AgentCombobox
        label="Agent"
        none="Every agent"
        withDisabled
        value={agentId ?? ''}
        onChange={(id) => onAgent(id || undefined)}
      />
    </div>
    {order && (
      <div className="w-44">
        <Select
          label="Order"
          value={order.isByEnd ? 'end' : 'newest'}
          onChange={({ target }) => order.onByEnd(target.value === 'end')}
        >
          <option value="newest">Newest first</option>
          <option value="end">Next to expire first</option>
        </Select>
      </div>
    )}
  </search>
)
