import { useEffect, useState } from 'react'

type Tell = (error: unknown) => void

/** The error displays of the open dialogs, the front one last. */
const open: Tell[] = []

/** Shows a failure in the dialog that is open: behind it nobody would see it. False: none is. */
export function tellDialog(error: unknown): boolean {
  open.at(-1)?.(error)
  return open.length > 0
}

/** The last failure while this dialog is the front one. */
export function useDialogFailure(): unknown {
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    open.push(setError)
    return () => void open.splice(open.indexOf(setError), 1)
  }, [])
  return error
}
