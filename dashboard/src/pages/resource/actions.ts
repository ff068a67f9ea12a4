import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSay } from '../../ui/toast.tsx'

interface Action {
  act: () => Promise<unknown>
  said: string
  /** What takes it back, where that can be. */
  undo?: { act: () => Promise<unknown>; said: string }
}

/** Does something to a resource, renews what the page shows, says what was done and offers to take it back. */
export function useAction(resource: 'customers' | 'agents' | 'cards') {
  const client = useQueryClient()
  const say = useSay()
  const renew = () =>
    Promise.all([resource, 'policy', 'shadows', 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ act }: Action) => {
      await act()
      await renew()
    },
    onSuccess: (_, { said, undo }) => say.done(said, undo && (() => mutate(undo))),
    onError: (error) => say.failed(error),
  })
  return { run: (action: Action, then?: () => void) => mutate(action, { onSettled: () => then?.() }), isPending }
}
