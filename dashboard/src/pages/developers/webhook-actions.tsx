import type { Webhook, WebhookWithSecret } from '@purser/client'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { purser } from '../../api/client.ts'
import { idempotencyKeyOf } from '../../api/sign-in/passkeys.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { WEBHOOK_SECRET_HINT } from './webhooks.tsx'

type OpenDialog = 'change' | 'rotate' | 'delete' | null

/** The actions that an admin has for a webhook. */
export function WebhookActions({ of: webhook }: { of: Webhook }) {
  const { id, status } = webhook
  const [asked, setAsked] = useState<OpenDialog>(null)
  const [rotated, setRotated] = useState<WebhookWithSecret | null>(null)
  const close = () => setAsked(null)
  const navigate = useNavigate()
  const test = useActionWithToast(() => purser.webhooks.test(id), {
    changes: 'webhooks',
    said: 'A test event is on its way.',
  })
  const isActive = status === 'active'
  const toggle = useActionWithToast(() => purser.webhooks.update(id, { status: isActive ? 'disabled' : 'active' }), {
    changes: 'webhooks',
    said: isActive ? 'It no longer gets events.' : 'It gets events again.',
  })
  const rotate = useActionWithToast(
    (_: void, intention) => purser.webhooks.rotateSecret(id, idempotencyKeyOf(intention)),
    {
      changes: 'webhooks',
      onDone: (next) => {
        close()
        setRotated(next)
      },
    },
  )
  const remove = useActionWithToast((_: void, intention) => purser.webhooks.delete(id, idempotencyKeyOf(intention)), {
    changes: 'webhooks',
    said: 'The webhook is deleted.',
    onDone: () => void navigate('/developers/webhooks'),
  })
  return (
    <>
      <Button look="primary" busy={test.isPending} onClick={() => test.mutate(undefined)}>
        Send a test
      </Button>
      <Button onClick={() => setAsked('change')}>Change</Button>
      <Button busy={toggle.isPending} onClick={() => toggle.mutate(undefined)}>
        {isActive ? 'Disable' : 'Enable'}
      </Button>
      <Button onClick={() => setAsked('rotate')}>New secret</Button>
      <Button look="ghost" onClick={() => setAsked('delete')}>
        Delete
      </Button>
      {asked === 'change' && <WebhookForm of={webhook} onDone={close} onClose={close} />}
      {asked === 'rotate' && (
        <ConfirmDialog
          title="Give it a new secret?"
          act="Create new secret"
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate(undefined)}
          onClose={close}
        >
          <p>For 24 hours each delivery is signed with both secrets. Give the receiver the new one in that time.</p>
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title="Delete this webhook?"
          act="Delete the webhook"
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={close}
        >
          <p>
            Its receiver no longer gets events, and its deliveries are deleted. To stop it for a while, disable it
            instead.
          </p>
        </ConfirmDialog>
      )}
      {rotated && (
        <OneTimeSecret
          title="The new secret of the webhook"
          secret={rotated.secret}
          hint={WEBHOOK_SECRET_HINT}
          onClose={() => setRotated(null)}
        />
      )}
    </>
  )
}
