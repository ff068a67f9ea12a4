import type { CreateCardBody } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { useAgent, useCustomer } from '../../api/names.ts'
import { type IssuerName, PURSER_ISSUER, useIssuers } from '../../api/issuers.ts'
import { AgentCombobox, CustomerCombobox } from '../../ui/combobox/level-comboboxes.tsx'
import { TextInput, Select } from '../../ui/field.tsx'
import { CostCenterInput } from '../resource/cost-center-input.tsx'
import { FormDialog } from '../resource/form-dialog.tsx'
import { useResourceCreation } from '../resource/use-creation.ts'
import { CardLimitField, useCardLimit } from './card-limit.tsx'
import { billingAddressOfCardForm, CardIssuerFormFields, EMPTY_BILLING_ADDRESS } from './issuer-fields.tsx'

interface NewCardProps {
  /** The customer of the new card. Undefined: the form asks for it. */
  customerId?: string | undefined
  agentId?: string | undefined
  /** Called with the new card's id. Absent: the dialog opens the card's page. */
  onMade?: (id: string) => void
  onClose: () => void
}

export function NewCard({ customerId, agentId = '', onMade, onClose }: NewCardProps) {
  const [customer, setCustomer] = useState(customerId ?? '')
  const [agent, setAgent] = useState(agentId)
  const [label, setLabel] = useState('')
  const [costCenter, setCostCenter] = useState('')
  const [kind, setKind] = useState<Kind>({ type: 'virtual', usage: 'multi' })
  const [issuerName, setIssuerName] = useState<IssuerName | null>(null)
  const [billing, setBilling] = useState(EMPTY_BILLING_ADDRESS)
  const issuers = useIssuers()
  const issuer = issuers.find(({ name }) => name === issuerName) ?? issuers[0] ?? PURSER_ISSUER
  const chosenAgent = useAgent(agent || null)
  const limit = useCardLimit(useCustomer(customer || null), agent === '' ? null : chosenAgent)
  const { create, errorAt, error, isPending } = useResourceCreation(
    'cards',
    (body: CreateCardBody) => purser.cards.create(body),
    [
      'agentId',
      'limits',
      'label',
      'costCenter',
      'issuer',
      'billing',
      ...(customerId === undefined ? ['customerId'] : []),
    ],
    onMade,
  )
  return (
    <FormDialog
      title="New card"
      action="Create card"
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() => {
        const limits = limit.take()
        if (limits === null) return
        create({
          customerId: customer,
          ...kind,
          ...limits,
          ...(agent && { agentId: agent }),
          ...(label && { label }),
          ...(costCenter && { costCenter }),
          ...(issuers.length > 1 && { issuer: issuer.name }),
          ...(issuer.needsBilling && billingAddressOfCardForm(billing)),
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
          onChange={(id) => (setCustomer(id), setAgent(''))}
        />
      )}
      {customer !== '' && (
        <AgentCombobox
          key={customer}
          customerId={customer}
          label="Agent"
          none="No agent: the card belongs to the customer"
          value={agent}
          error={errorAt('agentId')}
          onChange={setAgent}
        />
      )}
      <CardLimitField of={limit} error={errorAt('limits')} />
      <TextInput
        label="Label"
        hint="The name that people see, such as “Cloud bills”."
        error={errorAt('label')}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
      <CostCenterInput
        level="card"
        error={errorAt('costCenter')}
        value={costCenter}
        onChange={({ target }) => setCostCenter(target.value)}
      />
      <CardIssuerFormFields
        issuers={issuers}
        chosen={issuer}
        billing={billing}
        errorAt={errorAt}
        onBilling={setBilling}
        onChoose={(name) => (setIssuerName(name), setKind({ ...kind, type: 'virtual' }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Type"
          value={kind.type}
          onChange={({ target }) => setKind({ ...kind, type: target.value as Kind['type'] })}
        >
          <option value="virtual">Virtual</option>
          {issuer.name === 'purser' && <option value="physical">Physical</option>}
        </Select>
        <Select
          label="Usage"
          value={kind.usage}
          onChange={({ target }) => setKind({ ...kind, usage: target.value as Kind['usage'] })}
        >
          <option value="multi">Many purchases</option>
          <option value="single">One purchase, then it closes</option>
        </Select>
      </div>
    </FormDialog>
  )
}

interface Kind {
  type: 'virtual' | 'physical'
  usage: 'multi' | 'single'
}
