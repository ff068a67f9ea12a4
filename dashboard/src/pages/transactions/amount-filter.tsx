import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../api/account.ts'
import { useAgent, useCard, useCustomer } from '../../api/names.ts'
import { currenciesQuery } from '../../api/stats.ts'
import { amountFormatError, amountFieldText, parseAmount, currencyUnitName } from '../../lib/amount.ts'
import { TextInput, Select } from '../../ui/field.tsx'
import { commitOnEnterOrBlur } from './commit-on-enter-or-blur.ts'
import { currencyOfFilters, type TransactionFilterName, type TransactionQueryFilters } from './query.ts'

interface Props {
  filters: TransactionQueryFilters
  setAll: (values: Partial<Record<TransactionFilterName, string | undefined>>) => void
}

/**
 * The currency of the amounts in the filter: the chosen one, that of the chosen card, agent or customer, or the account's. Amounts in other
 * currencies are not compared.
 */
export function useAmountFilterCurrency(filters: TransactionQueryFilters): string {
  const account = useQuery(accountQuery).data
  const card = useCard(filters.cardId ?? null)
  const agent = useAgent(filters.agentId ?? null)
  const customer = useCustomer(filters.customerId ?? agent?.customerId ?? null)
  return currencyOfFilters(filters) ?? card?.currency ?? customer?.currency ?? account?.currency ?? 'USD'
}

/** The filter by amount: the least and the most, and the currency if the account has several. */
export function AmountFilters({ filters, setAll, isShown }: Props & { isShown: boolean }) {
  const currency = useAmountFilterCurrency(filters)
  const shared = { filters, setAll, currency }
  return (
    <>
      <CurrencyField {...shared} isShown={isShown} />
      <AmountField name="minAmount" label="Amount from" {...shared} />
      <AmountField name="maxAmount" label="Amount to" {...shared} />
    </>
  )
}

interface InCurrencyProps extends Props {
  currency: string
}

function AmountField(props: InCurrencyProps & { name: 'minAmount' | 'maxAmount'; label: string }) {
  const { name, label, filters, setAll, currency } = props
  const [isWrong, setWrong] = useState(false)
  const cents = filters[name]
  const value = cents === undefined ? '' : amountFieldText(Number(cents), currency)
  const commit = (text: string) => {
    const parsed = parseAmount(text, currency)
    setWrong(text.trim() !== '' && parsed === undefined)
    // The currency goes into the address with the amount, so that the filter keeps its meaning whatever currency is chosen later.
    if (parsed !== undefined && String(parsed) !== cents) setAll({ [name]: String(parsed), currency })
    if (text.trim() === '' && cents !== undefined) setAll({ [name]: undefined })
  }
  return (
    <TextInput
      key={`${value} ${currency}`}
      inputMode="decimal"
      label={label}
      hint={`In ${currencyUnitName(currency)}.`}
      placeholder={amountFieldText(0, currency)}
      defaultValue={value}
      error={isWrong && amountFormatError(currency)}
      {...commitOnEnterOrBlur(commit)}
    />
  )
}

/**
 * The choice of the filter's currency. Nothing is drawn if the account has one currency. A typed amount is kept when the currency changes.
 */
function CurrencyField({ filters, setAll, currency, isShown }: InCurrencyProps & { isShown: boolean }) {
  const { data = [] } = useQuery({ ...currenciesQuery, enabled: isShown })
  const chosen = currencyOfFilters(filters)
  const hasAmount = filters.minAmount !== undefined || filters.maxAmount !== undefined
  const all = [...new Set([...data, ...(chosen === undefined ? [] : [chosen])])]
  if (all.length < 2 && chosen === undefined) return null
  const inOther = (cents: string | undefined, other: string) =>
    cents === undefined ? undefined : parseAmount(amountFieldText(Number(cents), currency), other)?.toString()
  const choose = (other: string) =>
    setAll({
      currency: other,
      minAmount: inOther(filters.minAmount, other),
      maxAmount: inOther(filters.maxAmount, other),
    })
  return (
    <Select
      label="Currency"
      hint={hasAmount && 'Amounts are compared in one currency.'}
      value={chosen ?? (hasAmount ? currency : '')}
      onChange={({ target }) => (target.value === '' ? setAll({ currency: undefined }) : choose(target.value))}
    >
      <option value="" disabled={hasAmount}>
        Every currency
      </option>
      {all.map((code) => (
        <option key={code}>{code}</option>
      ))}
    </Select>
  )
}
