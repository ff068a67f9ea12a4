import { useMutation } from '@tanstack/react-query'
import { signToKeepPasskeyAtReset, type PasskeySignature } from '../../api/sign-in/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'

interface KeepPasskeyProps {
  secret: string
  /** The signatures of the passkeys that the person keeps. */
  kept: readonly PasskeySignature[]
  onKept: (kept: readonly PasskeySignature[]) => void
}

/**
 * The part of the password page that keeps passkeys. A new password deletes all passkeys of the person except those that sign here: a thief
 * who has only the link has none of them.
 */
export function KeepPasskeyAtPasswordReset({ secret, kept, onKept }: KeepPasskeyProps) {
  const keep = useMutation({
    mutationFn: () => signToKeepPasskeyAtReset(secret),
    onSuccess: (proof) => onKept([...kept.filter(({ credentialId }) => credentialId !== proof.credentialId), proof]),
  })
  return (
    <div className="grid justify-items-start gap-2 rounded-lg bg-raised px-4 py-3">
      <p>Your passkeys are deleted with the old password, except for those that you use here.</p>
      {kept.length > 0 && (
        <p role="status">{kept.length === 1 ? 'One passkey stays.' : `${kept.length} passkeys stay.`}</p>
      )}
      <FormError error={keep.error ?? undefined} />
      <Button size="small" busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep a passkey
      </Button>
    </div>
  )
}
