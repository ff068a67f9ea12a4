import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { Select } from '../../ui/field.tsx'
import { type PersonRole, roleDescriptions, rolesToAssign } from './roles.ts'

interface RoleSelectProps {
  value: PersonRole
  onChange: (role: PersonRole) => void
}

/** The choice of a role that the signed-in person may give, with its rights. */
export function RoleSelect({ value, onChange }: RoleSelectProps) {
  const { personRole } = useSignedInPerson()
  return (
    <Select
      label="Role"
      hint={roleDescriptions[value]}
      value={value}
      onChange={({ target }) => onChange(target.value as PersonRole)}
    >
      {rolesToAssign(personRole).map((one) => (
        <option key={one}>{one}</option>
      ))}
    </Select>
  )
}
