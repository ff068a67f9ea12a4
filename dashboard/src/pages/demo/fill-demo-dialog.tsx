import { useQuery, useQueryClient } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'
import { createDemoCompany } from '../../api/demo.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/states.tsx'

/** The dialog that fills an empty account with a demo company. It is not offered where an issuer's key for real money is set. */
export function FillDemoDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const connections = useQuery({
    queryKey: ['account', 'issuers'],
    queryFn: ({ signal }) => purser.account.issuers({ signal }),
  })
  const isLive = connections.data?.data.some((one) => one.isLive) ?? false
  const fill = useActionWithToast(
    async () => {
      try {
        await createDemoCompany()
      } finally {
        // All queries are reloaded after a failure, too: the demo's band then has the button that removes what was created so far.
        await client.invalidateQueries()
      }
    },
    { changes: 'account', said: 'The demo company is here.', onDone: onClose, quiet: true },
  )
  return (
    <ConfirmDialog
      title="Fill with a demo company?"
      act="Fill with a demo company"
      disabled={connections.data === undefined || isLive}
      busy={fill.isPending}
      onConfirm={() => fill.mutate(undefined)}
      onClose={onClose}
    >
      <p>
        It makes a customer in dollars, one in euros and one in yen, two agents, five cards and some purchases, so that
        every page has something to show. The cards are numbers of Purser itself, with which nobody can pay. A banner on
        every page says that it is a demo.
      </p>
      <p>
        “Remove the demo” ends all of it: no agent and no card can spend again, and purchases are reversed. They stay
        readable, as the history of an account cannot be deleted. To leave no trace at all, run <code>purser seed</code>{' '}
        on a database of its own instead.
      </p>
      {isLive && (
        <p className="text-warn">
          Purser has a key of an issuer for real money. A demo does not belong beside it, and cannot be made here.
        </p>
      )}
      {(fill.error ?? connections.error) && <FailureNotice error={fill.error ?? connections.error} />}
    </ConfirmDialog>
  )
}
