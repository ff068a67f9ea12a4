import { useQueryClient } from '@tanstack/react-query'
import { removeDemoCompany } from '../../api/demo.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/states.tsx'

export default function RemoveDemo({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useActionWithToast(() => removeDemoCompany(customerId), {
    changes: 'account',
    said: 'The demo is removed.',
    onDone: () => {
      onClose()
      void client.invalidateQueries()
    },
    quiet: true,
  })
  return (
    <ConfirmDialog
      title="Remove the demo?"
      act="Remove the demo"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        Everything beneath the demo company ends, also what you have made there yourself: its agents are disabled, their
        keys are revoked, its cards are closed, what is held is reversed, and its customers are suspended. Nothing of it
        can spend again.
      </p>
      <p>Its purchases stay readable: the history of an account cannot be deleted.</p>
      {remove.error && <FailureNotice error={remove.error} />}
    </ConfirmDialog>
  )
}
