import type { CreateCardBody } from '@purser/client'
import type { AccountIssuer, IssuerName } from '../../api/issuers.ts'
import { issuerTitle } from '../../../../src/issuers/names.ts'
import { TextInput, Select } from '../../ui/field.tsx'

export const EMPTY_BILLING_ADDRESS = { line1: '', postalCode: '', city: '', state: '', country: '' }
type Billing = typeof EMPTY_BILLING_ADDRESS

const BILLING_FIELDS = Object.keys(EMPTY_BILLING_ADDRESS)

/** The billing address in the body of a request for a card. Empty if no field of the address is filled in. */
export function billingAddressOfCardForm({ state, ...others }: Billing): Pick<CreateCardBody, 'billing'> {
  if (Object.values(others).every((value) => value.trim() === '')) return {}
  return { billing: { ...others, ...(state.trim() !== '' && { state }) } }
}

interface IssuerFieldsProps {
  issuers: readonly AccountIssuer[]
  chosen: AccountIssuer
  billing: Billing
  errorAt: (field: string) => string | undefined
  onChoose: (name: IssuerName) => void
  onBilling: (billing: Billing) => void
}

/** The fields for a card's issuer and billing address. Nothing is drawn if the account has only one issuer. */
export function CardIssuerFormFields({ issuers, chosen, billing, errorAt, onChoose, onBilling }: IssuerFieldsProps) {
  if (issuers.length === 1) return null
  const isMissing = errorAt('billing') !== undefined && !BILLING_FIELDS.some((name) => errorAt(`billing.${name}`))
  const part = (name: keyof Billing, label: string, autoComplete: string, hint?: string) => (
    <TextInput
      label={label}
      hint={hint}
      autoComplete={autoComplete}
      error={errorAt(`billing.${name}`)}
      value={billing[name]}
      onChange={({ target }) => onBilling({ ...billing, [name]: target.value })}
    />
  )
  return (
    <>
      <Select
        label="Issuer"
        hint="The issuer makes the card and asks Purser about each purchase. It cannot be changed later."
        error={errorAt('issuer')}
        value={chosen.name}
        onChange={({ target }) => onChoose(target.value as IssuerName)}
      >
        {issuers.map(({ name }) => (
          <option key={name} value={name}>
            {issuerTitle(name)}
          </option>
        ))}
      </Select>
      {chosen.needsBilling && (
        <fieldset className="grid gap-4">
          <legend className="mb-1 text-sm font-medium">Billing address</legend>
          <p className="text-sm text-quiet">
            {issuerTitle(chosen.name)} needs it with the first card of a customer, and the customer’s name.
          </p>
          {isMissing && (
            <p role="alert" className="text-sm text-bad">
              {errorAt('billing')}
            </p>
          )}
          {part('line1', 'Street', 'address-line1')}
          <div className="grid gap-4 sm:grid-cols-2">
            {part('postalCode', 'Postal code', 'postal-code')}
            {part('city', 'City', 'address-level2')}
            {part('state', 'State', 'address-level1')}
            {part('country', 'Country', 'country', 'Two letters, such as US.')}
          </div>
        </fieldset>
      )}
    </>
  )
}
