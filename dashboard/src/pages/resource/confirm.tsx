import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface ConfirmProps {
  title: string
  action: string
  isBusy: boolean
  onClose: () => void
  onConfirm: () => void
  disabled?: boolean
  children: ReactNode
}

/** Asks before something is done that hurts. */
export const Confirm = ({ title, action, isBusy, onClose, onConfirm, disabled = false, children }: ConfirmProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="danger" busy={isBusy} disabled={disabled} onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  >
    <div className="grid gap-3">{children}</div>
  </Dialog>
)
