import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { apiErrorAtFormField } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { useToast } from '../../ui/toast.tsx'

const FIELDS = ['currentPassword', 'newPassword']

/** The form for a new password. Changing it ends the person's other sessions. */
export function PasswordForm() {
  const self = useSignedInPerson()
  const client = useQueryClient()
  const say = useToast()
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const change = useMutation({
    mutationFn: () => purser.self.changePassword({ currentPassword, newPassword }),
    onSuccess: async () => {
      setCurrent('')
      setNew('')
      say.done('The password is changed. Your other sessions have ended.')
      await client.invalidateQueries({ queryKey: ['sessions'] })
    },
  })
  return (
    <PageSection title="Password">
      <form
        className="grid max-w-sm gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate()
        }}
      >
        <FormError error={change.error} fields={FIELDS} />
        <input type="email" autoComplete="username" value={self.email ?? ''} readOnly hidden />
        <TextInput
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          value={currentPassword}
          error={apiErrorAtFormField(change.error, 'currentPassword')}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <TextInput
          label="New password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          hint="At least 12 characters. Several unrelated words make a good password."
          value={newPassword}
          error={apiErrorAtFormField(change.error, 'newPassword')}
          onChange={(event) => setNew(event.target.value)}
        />
        <div>
          <Button type="submit" busy={change.isPending}>
            Change the password
          </Button>
        </div>
      </form>
    </PageSection>
  )
}
