import { useEffect, useState } from 'react'

type Tell = (error: unknown) => void

/** Of the dialogs that are open, the last one in front. */
const open: Tell[] = []

/** Shows a failure in the dialog that is open: behind it nobody would see it. False: none is. */
export function tellDialog(error: unknown): boolean {
  open.at(-1)?.(error)
  return open.length > 0
}

/** What failed last while a dialog is open. */
export function useDialogFailure(): unknown {
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    open.push(setError)
    return () => void open.splice(open.indexOf(setError), 1)
  }, [])
  return error
}
