import { useEffect, useState } from 'react'

type Tell = (error: unknown) => void

/** The functions that show an error in the open dialogs, the front dialog last. */
const open: Tell[] = []

/** Shows an error in the front dialog, because nobody would see it behind. False: no dialog is open. */
export function showInFrontDialog(error: unknown): boolean {
  open.at(-1)?.(error)
  return open.length > 0
}

/** The last error that was reported while this dialog was in front. */
export function useDialogFailure(): unknown {
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    open.push(setError)
    return () => void open.splice(open.indexOf(setError), 1)
  }, [])
  return error
}
