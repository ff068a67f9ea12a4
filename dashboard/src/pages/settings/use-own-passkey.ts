import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmed, type Proof } from '../../api/sign-in/passkeys.ts'
import { withOwnProof } from '../../api/sign-in/provider.ts'

/** Does something to one's own passkeys, confirmed by one of them, by the password, or by a sign-in at the provider. */
export function useOwnPasskey(
  act: (guard: { proof?: Proof; password?: string; confirmation?: string }) => Promise<unknown>,
  onDone: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) =>
      withOwnProof(password, (ownProof) => confirmed((proof) => act({ ...ownProof, ...proof }))),
    onSuccess: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: ['passkeys'] })
    },
  })
}
