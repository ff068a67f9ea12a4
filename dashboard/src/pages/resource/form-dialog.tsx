import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/states.tsx'

interface FormDialogProps {
  title: string
  action: string
  error: unknown
  isBusy: boolean
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

/** A dialog with a form. Enter sends it. */
export function FormDialog({ title, action, error, isBusy, onClose, onSubmit, children }: FormDialogProps) {
  const form = useId()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} busy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        {error !== null && <FailureNotice error={error} />}
      </form>
    </Dialog>
  )
}
