import type { Delivery } from '@purser/client'
import { purser } from '../../api/client.ts'
import { idempotencyKeyOf } from '../../api/sign-in/passkeys.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { Button } from '../../ui/button.tsx'

interface RetryProps {
  of: Delivery
  size?: 'small' | 'medium'
  look?: 'primary' | 'secondary'
}

/** The button that sends a delivery once more, now. In a list it is drawn above the link that covers the row. */
export function RetryDeliveryButton({
  of: { id, webhookId, eventType },
  size = 'medium',
  look = 'secondary',
}: RetryProps) {
  const retry = useActionWithToast(
    (_: void, intention) => purser.webhooks.retryDelivery(webhookId, id, idempotencyKeyOf(intention)),
    {
      changes: 'webhooks',
      said: `${eventType} is sent once more.`,
    },
  )
  return (
    <Button
      decides
      size={size}
      look={look}
      className="relative"
      busy={retry.isPending}
      onClick={() => retry.mutate(undefined)}
    >
      Retry
    </Button>
  )
}
