import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RequestUnderOneIdempotencyKey, useRequestUnderOneIdempotencyKey } from '../../api/one-time-request.ts'
import { useToast } from '../../ui/toast.tsx'

interface Action {
  act: (intention: RequestUnderOneIdempotencyKey) => Promise<unknown>
  said: string
  /** The action of the toast's Undo button. Undefined: the action cannot be undone. */
  undo?: Pick<Action, 'act' | 'said'>
}

/** Performs an action on a customer, agent or card, reloads the stale queries, reports it, and offers Undo. */
export function useCustomerAgentOrCardAction(resource: 'customers' | 'agents' | 'cards') {
  const client = useQueryClient()
  const say = useToast()
  const renew = () =>
    Promise.all([resource, 'policy', 'shadows', 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  const { mutate, isPending } = useMutation<void, Error, Action>({
    mutationFn: useRequestUnderOneIdempotencyKey(async ({ act }: Action, intention) => {
      await act(intention)
      await renew()
    }),
    onSuccess: (_, { said, undo }) => say.done(said, undo && (() => mutate(undo))),
    onError: (error) => say.failed(error),
  })
  return { run: (action: Action, then?: () => void) => mutate(action, { onSuccess: () => then?.() }), isPending }
}
