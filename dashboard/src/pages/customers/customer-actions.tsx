import type { Customer } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { patchCustomerAgentOrCard } from '../../api/level-query.ts'
import { customerName } from '../../api/names.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useCustomerAgentOrCardAction } from '../resource/actions.ts'

/** The buttons that suspend and activate a customer, for admins. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const { run, isPending } = useCustomerAgentOrCardAction('customers')
  const [asks, setAsks] = useState(false)
  const may = useHasRole('admin')
  if (!may) return null
  const name = customerName(customer)
  const activate = {
    act: () => patchCustomerAgentOrCard('customer', customer.id, { status: 'active' }),
    said: `${name} is active.`,
  }
  const suspend = {
    act: () => purser.customers.update(customer.id, { status: 'suspended' }),
    said: `${name} is suspended.`,
    undo: activate,
  }
  return customer.status === 'suspended' ? (
    <Button busy={isPending} onClick={() => run(activate)}>
      Activate
    </Button>
  ) : (
    <>
      <Button onClick={() => setAsks(true)}>Suspend</Button>
      {asks && (
        <ConfirmDialog
          title={`Suspend ${name}?`}
          act="Suspend"
          danger
          busy={isPending}
          onClose={() => setAsks(false)}
          onConfirm={() => run(suspend, () => setAsks(false))}
        >
          <p>Every purchase with this customer’s cards is declined until the customer is active again.</p>
          <p className="text-quiet">
            Agents and cards keep their own status. Holds stay, and merchants may settle them.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
