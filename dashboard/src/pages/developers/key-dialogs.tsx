import type { ApiKey, ApiKeyWithSecret } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { confirmedByPasskey, idempotencyKeyOf } from '../../api/sign-in/passkeys.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/field.tsx'

const overlaps = [
  [0, 'Ends now'],
  [60, 'One more hour'],
  [1440, 'One more day'],
  [10_080, 'One more week'],
] as const

interface RotateProps {
  of: ApiKey
  onRotated: (key: ApiKeyWithSecret) => void
  onClose: () => void
}

/** The dialog that replaces an API key's secret. The old secret works on for the chosen time. */
export function RotateKey({ of: { id, name }, onRotated, onClose }: RotateProps) {
  const [overlapMinutes, setOverlap] = useState(1440)
  const rotate = useActionWithToast(
    (_: void, intention) =>
      confirmedByPasskey((proof, once) => purser.apiKeys.rotate(id, { overlapMinutes, ...proof }, once), intention),
    {
      changes: 'api-keys',
      onDone: onRotated,
    },
  )
  return (
    <ConfirmDialog
      title={`Give ${name} a new secret`}
      act="Create new secret"
      busy={rotate.isPending}
      onConfirm={() => rotate.mutate(undefined)}
      onClose={onClose}
    >
      <Select
        label="The old secret"
        hint="A key has at most two secrets. An even older one ends at once."
        value={overlapMinutes}
        onChange={(event) => setOverlap(Number(event.target.value))}
      >
        {overlaps.map(([minutes, label]) => (
          <option key={minutes} value={minutes}>
            {label}
          </option>
        ))}
      </Select>
    </ConfirmDialog>
  )
}

export function RevokeKey({ of: { id, name }, onClose }: { of: ApiKey; onClose: () => void }) {
  const revoke = useActionWithToast((_: void, intention) => purser.apiKeys.revoke(id, idempotencyKeyOf(intention)), {
    changes: 'api-keys',
    said: `${name} is revoked.`,
    onDone: onClose,
  })
  return (
    <ConfirmDialog
      title={`Revoke ${name}?`}
      act="Revoke the key"
      danger
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate(undefined)}
      onClose={onClose}
    >
      <p>Requests with it are refused from now on. This cannot be undone: its users need another key.</p>
    </ConfirmDialog>
  )
}
