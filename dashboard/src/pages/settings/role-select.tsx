import { useSelf } from '../../api/sign-in/session.ts'
import { Select } from '../../ui/field.tsx'
import { type PersonRole, roleMeans, rolesToGive } from './roles.ts'

interface RoleSelectProps {
  value: PersonRole
  onChange: (role: PersonRole) => void
}

/** A role that whoever is signed in may give, and what it means. */
export function RoleSelect({ value, onChange }: RoleSelectProps) {
  const { personRole } = useSelf()
  return (
    <Select
      label="Role"
      hint={roleMeans[value]}
      value={value}
      onChange={({ target }) => onChange(target.value as PersonRole)}
    >
      {rolesToGive(personRole).map((one) => (
        <option key={one}>{one}</option>
      ))}
    </Select>
  )
}
