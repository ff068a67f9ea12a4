import { currencyCodes } from '../../../../src/domain/currencies.ts'
import { CurrencyScope } from '../../ui/money.tsx'
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../../api/account.ts'
import type { CreateCustomerBody } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { capsOfLimitDraft, NO_LIMIT_DRAFT } from '../../lib/limit-draft.ts'
import { TextInput, Select } from '../../ui/field.tsx'
import { CostCenterInput } from '../resource/cost-center-input.tsx'
import { FormDialog } from '../resource/form-dialog.tsx'
import { SpendingLimitFields, missingAmountError } from '../resource/limit-fields.tsx'
import { useResourceCreation } from '../resource/use-creation.ts'

interface NewCustomerProps {
  /** Called with the new customer's id. Absent: the dialog opens the customer's page. */
  onMade?: (id: string) => void
  onClose: () => void
}

export function NewCustomer({ onMade, onClose }: NewCustomerProps) {
  const [type, setType] = useState<'business' | 'consumer'>('business')
  const [names, setNames] = useState({ business: '', first: '', last: '' })
  const [email, setEmail] = useState('')
  const [costCenter, setCostCenter] = useState('')
  const [limit, setLimit] = useState(NO_LIMIT_DRAFT)
  const account = useQuery(accountQuery).data
  const [chosen, setChosen] = useState<string>()
  const currency = chosen ?? account?.currency ?? 'USD'
  const limits = capsOfLimitDraft(limit, currency)
  const { create, errorAt, error, isPending } = useResourceCreation(
    'customers',
    (body: CreateCustomerBody) => purser.customers.create(body),
    ['email', 'currency', 'name.business', 'name.first', 'name.last', 'costCenter', 'limits'],
    onMade,
  )
  const name = type === 'business' ? { business: names.business } : { first: names.first, last: names.last }
  const given = Object.fromEntries(Object.entries(name).filter(([, part]) => part.trim() !== ''))
  const input = (part: keyof typeof names, label: string) => (
    <TextInput
      label={label}
      error={errorAt(`name.${part}`)}
      value={names[part]}
      onChange={({ target }) => setNames({ ...names, [part]: target.value })}
    />
  )
  return (
    <FormDialog
      title="New customer"
      action="Create customer"
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() => {
        if (limits === undefined) return
        create({
          type,
          ...(chosen !== undefined && { currency: chosen }),
          ...(Object.keys(given).length > 0 && { name: given }),
          ...(email && { email }),
          ...(costCenter && { costCenter }),
          ...(limits && { limits }),
        })
      }}
    >
      <Select label="Type" value={type} onChange={({ target }) => setType(target.value as typeof type)}>
        <option value="business">Business</option>
        <option value="consumer">Person</option>
      </Select>
      {type === 'business' ? (
        input('business', 'Name')
      ) : (
        <div className="grid gap-4 sm:grid-cols-2">
          {input('first', 'First name')}
          {input('last', 'Last name')}
        </div>
      )}
      <TextInput
        label="Email"
        type="email"
        hint="A name or an email is needed; both may be given."
        error={errorAt('email')}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <CurrencyField value={currency} error={errorAt('currency')} onChange={setChosen} />
      <CostCenterInput
        level="customer"
        error={errorAt('costCenter')}
        value={costCenter}
        onChange={({ target }) => setCostCenter(target.value)}
      />
      <CurrencyScope of={currency}>
        <SpendingLimitFields
          of={limit}
          hint="The most that all cards of the customer may spend. It may be empty."
          error={limits === undefined ? missingAmountError(currency) : errorAt('limits')}
          onChange={setLimit}
        />
      </CurrencyScope>
    </FormDialog>
  )
}

/** The field for a new customer's currency, which all its cards have. */
function CurrencyField(props: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  const { value, error, onChange } = props
  const names = new Intl.DisplayNames(undefined, { type: 'currency', fallback: 'none' })
  // A browser names the currencies of its own list, which may lack new ones and still have withdrawn ones.
  const nameOf = (code: string) => names.of(code)
  return (
    <Select
      label="Currency"
      hint="All cards and limits of the customer are in it. It cannot be changed later."
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      {currencyCodes.map((code) => (
        <option key={code} value={code}>
          {nameOf(code) === undefined ? code : `${code}, ${nameOf(code)}`}
        </option>
      ))}
    </Select>
  )
}
