import { useId, useState } from 'react'
import type { Passkey } from '@purser/client'
import { purser } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { ReauthenticationField } from '../../ui/passkeys/reauthentication-field.tsx'
import { useOwnPasskeyChange } from './use-own-passkey.ts'

interface RenamePasskeyProps {
  passkey: Passkey
  isFirst: boolean
  onClose: () => void
}

export function RenamePasskey({ passkey, isFirst, onClose }: RenamePasskeyProps) {
  const form = useId()
  const [name, setName] = useState(passkey.name)
  const [password, setPassword] = useState('')
  const rename = useOwnPasskeyChange(
    (guard) => purser.passkeys.rename(passkey.id, { name: name.trim(), ...guard }),
    onClose,
  )
  return (
    <Dialog
      title={`Rename ${passkey.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={rename.isPending}>
            Rename
          </Button>
        </>
      }
    >
      <FormError error={rename.error} fields={['password']} />
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate(password)
        }}
      >
        <TextInput
          label="Name"
          required
          maxLength={100}
          data-focus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {isFirst && <ReauthenticationField password={password} error={rename.error} onChange={setPassword} />}
      </form>
    </Dialog>
  )
}
