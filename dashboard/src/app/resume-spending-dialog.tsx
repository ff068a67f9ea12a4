import { useState } from 'react'
import { resumeSpending } from '../api/resume-spending.ts'
import { useActionWithToast } from '../api/use-operation.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextInput } from '../ui/field.tsx'

/** The dialog that asks for a reason and then resumes all spending of the account. */
export function ResumeSpendingDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const act = useActionWithToast(resumeSpending, { changes: 'account', said: 'Spending is resumed.', onDone: onClose })
  return (
    <ConfirmDialog
      title="Resume all spending?"
      act="Resume"
      disabled={reason.trim() === ''}
      busy={act.isPending}
      onConfirm={() => act.mutate(reason.trim())}
      onClose={onClose}
    >
      <p>Purchases are decided by the rules again, and card numbers can be read.</p>
      <TextInput label="Reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
    </ConfirmDialog>
  )
}
