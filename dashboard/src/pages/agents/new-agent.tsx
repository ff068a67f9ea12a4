import { CurrencyScope } from '../../ui/money.tsx'
import { useCustomer } from '../../api/names.ts'
import type { CreateAgentBody } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { capsOfLimitDraft, NO_LIMIT_DRAFT } from '../../lib/limit-draft.ts'
import { CustomerCombobox } from '../../ui/combobox/level-comboboxes.tsx'
import { TextInput } from '../../ui/field.tsx'
import { CostCenterInput } from '../resource/cost-center-input.tsx'
import { FormDialog } from '../resource/form-dialog.tsx'
import { SpendingLimitFields, missingAmountError } from '../resource/limit-fields.tsx'
import { useResourceCreation } from '../resource/use-creation.ts'

interface NewAgentProps {
  /** The customer of the new agent. Undefined: the form asks for it. */
  customerId?: string | undefined
  /** Called with the new agent's id. Absent: the dialog opens the agent's page. */
  onMade?: (id: string) => void
  onClose: () => void
}

export function NewAgent({ customerId, onMade, onClose }: NewAgentProps) {
  const [customer, setCustomer] = useState(customerId ?? '')
  const [externalId, setExternalId] = useState('')
  const [name, setName] = useState('')
  const [costCenter, setCostCenter] = useState('')
  const [limit, setLimit] = useState(NO_LIMIT_DRAFT)
  const currency = useCustomer(customer || null)?.currency ?? 'USD'
  const limits = capsOfLimitDraft(limit, currency)
  const { create, errorAt, error, isPending } = useResourceCreation(
    'agents',
    (body: CreateAgentBody) => purser.agents.create(body),
    ['externalId', 'name', 'costCenter', 'limits', ...(customerId === undefined ? ['customerId'] : [])],
    onMade,
  )
  return (
    <FormDialog
      title="New agent"
      action="Create agent"
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() => {
        if (limits === undefined) return
        create({
          customerId: customer,
          externalId,
          ...(name && { name }),
          ...(costCenter && { costCenter }),
          ...(limits && { limits }),
        })
      }}
    >
      {customerId === undefined && (
        <CustomerCombobox
          label="Customer"
          required
          placeholder="Search by name or email"
          value={customer}
          error={errorAt('customerId')}
          onChange={setCustomer}
        />
      )}
      <TextInput
        label="External id"
        required
        hint="The name of the agent in your own system. If you use the same id again, you get the same agent."
        error={errorAt('externalId')}
        value={externalId}
        onChange={({ target }) => setExternalId(target.value)}
      />
      <TextInput
        label="Name"
        hint="The name that people see. Default: the external id."
        error={errorAt('name')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <CostCenterInput
        level="agent"
        error={errorAt('costCenter')}
        value={costCenter}
        onChange={({ target }) => setCostCenter(target.value)}
      />
      <CurrencyScope of={currency}>
        <SpendingLimitFields
          of={limit}
          hint="The most that all cards of the agent may spend. It may be empty."
          error={limits === undefined ? missingAmountError(currency) : errorAt('limits')}
          onChange={setLimit}
        />
      </CurrencyScope>
    </FormDialog>
  )
}
