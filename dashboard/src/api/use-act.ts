import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSay } from '../ui/toast.tsx'
import { type Intention, useOnce } from './intention.ts'

interface ActOptions<Output> {
  /** The resources whose queries it makes stale. */
  readonly changes: string | readonly string[]
  /** Said when it is done. */
  readonly said?: string
  readonly onDone?: (output: Output) => void
  /** A form shows its errors itself. */
  readonly quiet?: boolean
}

/** Something a person does: it is said when it is done or has failed, and the page shows what came of it. */
export function useAct<Input, Output>(
  act: (input: Input, intention: Intention) => Promise<Output>,
  { changes, said, onDone, quiet = false }: ActOptions<Output>,
) {
  const client = useQueryClient()
  const say = useSay()
  return useMutation<Output, Error, Input>({
    mutationFn: useOnce(act),
    onSuccess: (output) => {
      if (said !== undefined) say.done(said)
      onDone?.(output)
      return Promise.all([changes].flat().map((resource) => client.invalidateQueries({ queryKey: [resource] })))
    },
    onError: (error) => {
      if (!quiet) say.failed(error)
    },
  })
}
