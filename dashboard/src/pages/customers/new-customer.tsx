import type { CreateCustomerBody } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { limitsOfDraft, NO_LIMIT } from '../../lib/limits.ts'
import { Input, Select } from '../../ui/field.tsx'
import { CreationDialog } from '../resource/creation-dialog.tsx'
import { LimitFields, NO_AMOUNT } from '../resource/limit-fields.tsx'
import { useCreation } from '../resource/use-creation.ts'

interface NewCustomerProps {
  /** In place of the page of the customer. */
  onMade?: (id: string) => void
  onClose: () => void
}

export function NewCustomer({ onMade, onClose }: NewCustomerProps) {
  const [type, setType] = useState<'business' | 'consumer'>('business')
  const [names, setNames] = useState({ business: '', first: '', last: '' })
  const [email, setEmail] = useState('')
  const [limit, setLimit] = useState(NO_LIMIT)
  const limits = limitsOfDraft(limit)
  const { create, errorAt, error, isPending } = useCreation(
    'customers',
    (body: CreateCustomerBody) => purser.customers.create(body),
    ['email', 'name.business', 'name.first', 'name.last', 'limits'],
    onMade,
  )
  const name = type === 'business' ? { business: names.business } : { first: names.first, last: names.last }
  const given = Object.fromEntries(Object.entries(name).filter(([, part]) => part.trim() !== ''))
  const input = (part: keyof typeof names, label: string) => (
    <Input
      label={label}
      error={errorAt(`name.${part}`)}
      value={names[part]}
      onChange={({ target }) => setNames({ ...names, [part]: target.value })}
    />
  )
  return (
    <CreationDialog
      title="New customer"
      action="Make customer"
      error={error}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() => {
        if (limits === undefined) return
        create({
          type,
          ...(Object.keys(given).length > 0 && { name: given }),
          ...(email && { email }),
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
      <Input
        label="Email"
        type="email"
        hint="A name or an email is needed; both may be given."
        error={errorAt('email')}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <LimitFields
        of={limit}
        hint="The most that all cards of the customer may spend. It may be empty."
        error={limits === undefined ? NO_AMOUNT : errorAt('limits')}
        onChange={setLimit}
      />
    </CreationDialog>
  )
}
