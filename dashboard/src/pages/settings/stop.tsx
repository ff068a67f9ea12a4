import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../api/account.ts'
import { purser } from '../../api/client.ts'
import { idempotencyKeyOf } from '../../api/sign-in/passkeys.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { PageSection } from '../../ui/page-layout.tsx'

/** The switch that stops all spending. A banner at the top of every page resumes it. */
export function StopSpendingSwitch() {
  const { data } = useQuery(accountQuery)
  const may = useHasRole('admin', 'approver')
  const [asking, setAsking] = useState(false)
  if (!may || data === undefined || data.stopped) return null
  return (
    <PageSection title="Stop">
      <p className="max-w-prose text-quiet">
        Declines every purchase with every card at once and blocks card numbers until an admin resumes spending.
      </p>
      <div className="pt-4">
        <Button look="danger" onClick={() => setAsking(true)}>
          Stop all spending…
        </Button>
      </div>
      {asking && <StopSpendingDialog onClose={() => setAsking(false)} />}
    </PageSection>
  )
}

export function StopSpendingDialog({ onClose }: { onClose: () => void }) {
  const [reason, setReason] = useState('')
  const act = useActionWithToast(
    (why: string, intention) => purser.account.stop({ reason: why }, idempotencyKeyOf(intention)),
    {
      changes: 'account',
      said: 'All spending is stopped.',
      onDone: onClose,
    },
  )
  return (
    <ConfirmDialog
      danger
      title="Stop all spending?"
      act="Stop all spending"
      disabled={reason.trim() === ''}
      busy={act.isPending}
      onConfirm={() => act.mutate(reason.trim())}
      onClose={onClose}
    >
      <p>Every purchase is declined until an admin resumes spending. Intents can still be declared and decided.</p>
      <TextInput label="Reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
    </ConfirmDialog>
  )
}
