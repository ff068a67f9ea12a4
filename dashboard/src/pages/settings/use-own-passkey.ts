import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmedByPasskey, type PasskeySignature } from '../../api/sign-in/passkeys.ts'
import { withReauthentication } from '../../api/sign-in/provider.ts'

/** Changes one of the person's own passkeys, after a confirmation by a passkey, the password, or a sign-in at the provider. */
export function useOwnPasskeyChange(
  act: (guard: { proof?: PasskeySignature; password?: string; confirmation?: string }) => Promise<unknown>,
  onDone: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (password: string) =>
      withReauthentication(password, (ownProof) => confirmedByPasskey((proof) => act({ ...ownProof, ...proof }))),
    onSuccess: async () => {
      onDone()
      await client.invalidateQueries({ queryKey: ['passkeys'] })
    },
  })
}
