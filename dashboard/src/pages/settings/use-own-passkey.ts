import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmed, type Proof } from '../../api/passkeys.ts'

/** Does something to one's own passkeys, confirmed by one of them or by the password. */
export function useOwnPasskey(
  act: (guard: { proof?: Proof; password?: string }) => Promise<unknown>,
  onDone: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) => confirmed((proof) => act({ ...(password && { password }), ...proof })),
    onSuccess: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: ['passkeys'] })
    },
  })
}
