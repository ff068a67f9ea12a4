import { useQuery } from '@tanstack/react-query'
import { customerName, newestCustomersQuery } from '../../api/names.ts'
import { Select } from '../../ui/field.tsx'

interface CustomerSelectProps {
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

/** One of the newest hundred customers. For others one starts at their page. */
export function CustomerSelect({ value, error, onChange }: CustomerSelectProps) {
  const { data } = useQuery(newestCustomersQuery)
  return (
    <Select
      label="Customer"
      required
      value={value}
      error={error}
      hint={data?.hasMore && 'These are the newest 100. For an older one, start on its page.'}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Choose one</option>
      {data?.data.map((one) => (
        <option key={one.id} value={one.id}>
          {customerName(one)}
        </option>
      ))}
    </Select>
  )
}
