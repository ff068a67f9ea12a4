import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  title: string
  /** What follows from it. */
  children: ReactNode
  /** What the button does, in its own words: `Revoke the key`. */
  act: string
  danger?: boolean
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before what cannot be undone. */
export const Confirm = ({ title, children, act, danger = false, busy, onConfirm, onClose }: ConfirmProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button look={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
          {act}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
