import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { amountFormatError, amountFieldText, parseAmount } from '../../lib/amount.ts'
import type { Account } from '@purser/client'
import { accountQuery } from '../../api/account.ts'
import { purser } from '../../api/client.ts'
import { confirmedByPasskey } from '../../api/sign-in/passkeys.ts'
import { useHasRole, useSignedInPerson } from '../../api/sign-in/session.ts'
import { apiErrorAtFormField } from '../../api/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextInput } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { useToast } from '../../ui/toast.tsx'
import { StopSpendingSwitch } from './stop.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** The settings that apply to everybody in the account. */
export function AccountSettings() {
  const { data, error, refetch } = useQuery(accountQuery)
  return (
    <>
      <PageSection title="Account">
        {data ? (
          <AccountForm account={data} />
        ) : error ? (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingLines lines={2} />
        )}
      </PageSection>
      <StopSpendingSwitch />
    </>
  )
}

const FIELDS = ['name', 'timeZone', 'approvalPasskeyAbove', 'numbersNeedPasskey']

function AccountForm({ account }: { account: Account }) {
  const isOwner = useSignedInPerson().personRole === 'owner'
  const isAdmin = useHasRole('admin')
  const client = useQueryClient()
  const say = useToast()
  const [name, setName] = useState(account.name)
  const [timeZone, setTimeZone] = useState(account.timeZone)
  const { currency } = account
  const aboveNow = account.approvalPasskeyAbove ?? null
  const [typed, setTyped] = useState(aboveNow === null ? '' : amountFieldText(aboveNow, currency))
  const above = typed.trim() === '' ? null : parseAmount(typed, currency)
  const [numbersNeedPasskey, setNumbersNeedPasskey] = useState(account.numbersNeedPasskey)
  const save = useMutation({
    mutationFn: () =>
      confirmedByPasskey((proof) =>
        purser.account.update({
          name: name.trim(),
          ...(timeZone !== account.timeZone && { timeZone: timeZone.trim() }),
          ...(above !== undefined && above !== aboveNow && { approvalPasskeyAbove: above }),
          ...(numbersNeedPasskey !== account.numbersNeedPasskey && { numbersNeedPasskey }),
          ...proof,
        }),
      ),
    onSuccess: async () => {
      say.done('The account is saved.')
      await client.invalidateQueries({ queryKey: accountQuery.queryKey })
    },
  })
  return (
    <form
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (above !== undefined) save.mutate()
      }}
    >
      <FormError error={save.error} fields={FIELDS} />
      <TextInput
        label="Name"
        required
        maxLength={200}
        disabled={!isAdmin}
        value={name}
        error={apiErrorAtFormField(save.error, 'name')}
        onChange={(event) => setName(event.target.value)}
      />
      <TimeZoneField
        disabled={!isAdmin}
        value={timeZone}
        error={apiErrorAtFormField(save.error, 'timeZone')}
        onChange={setTimeZone}
      />
      <TextInput
        label={`Confirm approvals with a passkey above (${currency})`}
        inputMode="decimal"
        disabled={!isOwner}
        hint={`A passkey is needed to decide about more, to let more be spent without a person, to create an API key that may, and to invite a person who may. Empty: no passkey is needed. Once an amount is set, raising or removing it needs a passkey.${isOwner ? '' : ' Only owners change it.'}`}
        value={typed}
        error={
          above === undefined ? amountFormatError(currency) : apiErrorAtFormField(save.error, 'approvalPasskeyAbove')
        }
        onChange={(event) => setTyped(event.target.value)}
      />
      <Checkbox
        label="Show a card number only to somebody who confirms it with a passkey"
        hint={`People with a passkey confirm it anyway. Turned on, people without one cannot see numbers, and creating an API key that reads numbers needs a passkey. API keys themselves need none.${isOwner ? '' : ' Only owners change it.'}`}
        disabled={!isOwner}
        checked={numbersNeedPasskey}
        onChange={(event) => setNumbersNeedPasskey(event.target.checked)}
      />
      <div>
        <Button look="primary" type="submit" disabled={!isAdmin} busy={save.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
