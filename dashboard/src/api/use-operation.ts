import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '../ui/toast.tsx'
import { type RequestUnderOneIdempotencyKey, useRequestUnderOneIdempotencyKey } from './one-time-request.ts'

interface ActOptions<Output> {
  /** The first parts of the query keys that the action makes stale. */
  readonly changes: string | readonly string[]
  /** The text of the message that reports the action's success. */
  readonly said?: string
  readonly onDone?: (output: Output) => void
  /** True: no message on the page reports that the action failed, because the form shows the error. */
  readonly quiet?: boolean
}

/**
 * An action of a person, such as a button's: a message reports its success or failure, and the queries that it makes stale are reloaded.
 */
export function useActionWithToast<Input, Output>(
  act: (input: Input, intention: RequestUnderOneIdempotencyKey) => Promise<Output>,
  { changes, said, onDone, quiet = false }: ActOptions<Output>,
) {
  const client = useQueryClient()
  const say = useToast()
  return useMutation<Output, Error, Input>({
    mutationFn: useRequestUnderOneIdempotencyKey(act),
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
