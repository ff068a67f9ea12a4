import type { Webhook } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'

/** The most requests of one replay. Each looks through a thousand deliveries. */
const MOST_CALLS = 20

/** The button that sends a webhook's failed deliveries again, oldest first, with their number. */
export function ReplayFailedDeliveries({ of: { id } }: { of: Webhook }) {
  const [asked, setAsked] = useState(false)
  const say = useToast()
  const replay = useActionWithToast(() => replayAll(id), {
    changes: 'webhooks',
    onDone: ({ count, isWhole }) => {
      setAsked(false)
      const more = isWhole ? '' : ' There are more: do it again.'
      say.done(
        count === 0 && isWhole
          ? 'No delivery has failed.'
          : `${formatCount(count)} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again.${more}`,
      )
    },
  })
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        Retry all failed
      </Button>
      {asked && (
        <ConfirmDialog
          title="Send all failed deliveries again?"
          act="Send them again"
          busy={replay.isPending}
          onConfirm={() => replay.mutate(undefined)}
          onClose={() => setAsked(false)}
        >
          <p>
            Deliveries of the last 30 days that failed or were canceled are sent once more, the oldest first. The
            receiver may get an event that it has had before.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

async function replayAll(id: string): Promise<{ count: number; isWhole: boolean }> {
  let count = 0
  let after: string | null = null
  for (let call = 0; call < MOST_CALLS; call += 1) {
    const { replayed, next }: { replayed: number; next: string | null } = await purser.webhooks.replay(
      id,
      after === null ? {} : { after },
    )
    count += replayed
    if (next === null) return { count, isWhole: true }
    after = next
  }
  return { count, isWhole: false }
}
