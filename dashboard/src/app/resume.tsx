import { useState } from 'react'
import { resumeSpending } from '../api/resume-spending.ts'
import { useOperation } from '../api/use-operation.ts'
import { Confirm } from '../ui/confirm.tsx'
import { Input } from '../ui/field.tsx'

/** The dialog that asks for a reason and then resumes all spending of the account. */
export function ResumeDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const act = useOperation(resumeSpending, { changes: 'account', said: 'Spending is resumed.', onDone: onClose })
  return (
    <Confirm
      title="Resume all spending?"
      act="Resume"
      disabled={reason.trim() === ''}
      busy={act.isPending}
      onConfirm={() => act.mutate(reason.trim())}
      onClose={onClose}
    >
      <p>Purchases are decided by the rules again, and card numbers can be read.</p>
      <Input label="Reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
    </Confirm>
  )
}
