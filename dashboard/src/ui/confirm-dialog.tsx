import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  title: string
  /** A text about the consequences of the action that is to be confirmed. */
  children: ReactNode
  /** The label of the button that confirms, which names the action: `Revoke the key`. */
  act: string
  danger?: boolean
  /** True: the button to confirm is disabled, for instance while a field of the dialog is empty. */
  disabled?: boolean
  busy: boolean
  /** True: Enter confirms, for actions that can be undone. Otherwise the browser chooses the first focus. */
  isFocused?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The dialog that asks for confirmation before an action with consequences. */
export const ConfirmDialog = ({
  title,
  children,
  act,
  danger = false,
  disabled = false,
  busy,
  isFocused = false,
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look={danger ? 'danger' : 'primary'}
          busy={busy}
          off={disabled}
          data-focus={isFocused || undefined}
          onClick={onConfirm}
        >
          {act}
        </Button>
      </>
    }
  >
    <div className="grid gap-3">{children}</div>
  </Dialog>
)
