import { useId, useState } from 'react'
import type { Passkey } from '@purser/client'
import { purser } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { ReauthenticationField } from '../../ui/passkeys/reauthentication-field.tsx'
import { useOwnPasskeyChange } from './use-own-passkey.ts'

interface DeletePasskeyProps {
  passkey: Passkey
  isFirst: boolean
  onClose: () => void
}

export function DeletePasskey({ passkey, isFirst, onClose }: DeletePasskeyProps) {
  const form = useId()
  const [password, setPassword] = useState('')
  const remove = useOwnPasskeyChange((guard) => purser.passkeys.delete(passkey.id, guard), onClose)
  return (
    <Dialog
      title={`Delete ${passkey.name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" form={form} look="danger" busy={remove.isPending}>
            Delete
          </Button>
        </>
      }
    >
      <FormError error={remove.error} fields={['password']} />
      <p>You can no longer sign in with it. Your confirmations with it can still be verified.</p>
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          remove.mutate(password)
        }}
      >
        {isFirst ? (
          <ReauthenticationField password={password} error={remove.error} onChange={setPassword} />
        ) : (
          <p className="text-quiet">You confirm this with one of your passkeys. It may be this one.</p>
        )}
      </form>
    </Dialog>
  )
}
