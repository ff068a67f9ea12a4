import { errorAt } from '../../api/errors.ts'
import { Input } from '../../ui/field.tsx'

interface OwnPasswordProps {
  value: string
  error: unknown
  onChange: (password: string) => void
}

/** Where no passkey of somebody confirms yet, the password does. */
export const OwnPassword = ({ value, error, onChange }: OwnPasswordProps) => (
  <Input
    label="Your password"
    type="password"
    autoComplete="current-password"
    required
    value={value}
    error={errorAt(error, 'password')}
    onChange={(event) => onChange(event.target.value)}
  />
)
