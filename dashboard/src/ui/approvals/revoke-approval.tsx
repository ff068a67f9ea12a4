import { useState } from 'react'
import { revokeApproval } from '../../api/approvals/decide.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { TextArea } from '../field.tsx'

/**
 * The button that revokes the approval of an intent that no purchase has matched yet, for people who may approve. It asks for a reason
 * first.
 */
export function RevokeApproval({ intentId }: { intentId: string }) {
  const may = useHasRole('admin', 'approver')
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const { mutate, isPending } = useActionWithToast(
    (why: string, intention) => revokeApproval(intentId, why, intention),
    {
      changes: ['intents', 'intent', 'approvals', 'challenges'],
      said: 'The approval was revoked.',
      onDone: () => setAsking(false),
    },
  )
  if (!may) return null
  return (
    <>
      <Button disabled={isPending} onClick={() => setAsking(true)}>
        Revoke the approval
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Revoke the approval?"
          act="Revoke the approval"
          danger
          busy={isPending}
          onConfirm={() => mutate(reason.trim())}
          onClose={() => setAsking(false)}
        >
          <p>
            The purchase is canceled, and its agent is told to stop. No further look at the card number is allowed for
            it; a number that was read already cannot be called back. If the purchase arrives first, it stands, and you
            are told.
          </p>
          <TextArea
            label="Reason"
            hint="The agent can read it. It may be empty."
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </ConfirmDialog>
      )}
    </>
  )
}
