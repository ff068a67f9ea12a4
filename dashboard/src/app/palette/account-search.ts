import type { Transaction } from '@purser/client'
import { purser } from '../../api/client.ts'
import { searchLevelsByName } from '../../api/search-by-name.ts'
import { parseTypedMoney } from '../../lib/amount.ts'
import { formatDate, formatMoney } from '../../lib/format.ts'
import type { ComboboxSearch } from '../../ui/combobox/use-results.ts'
import { paletteResultsById } from './by-id.ts'
import type { CommandPaletteGroup, CommandPaletteItem } from './commands.ts'

const EACH = 5

/**
 * The search over the account: by id, by name, by a card's last digits, by merchant and by amount. An amount is in the currency that is
 * typed with it, `€20` or `JPY 2500`, or else in the account's.
 */
export const commandPaletteAccountSearch = (currency: string): ComboboxSearch<CommandPaletteGroup[]> => ({
  key: ['everything', currency],
  find: async (text, signal) => {
    if (text === '') return []
    const groups = await (paletteResultsById(text, signal) ??
      Promise.all([...byName(text, signal), amounts(text, currency, signal)]))
    return groups.filter(({ items }) => items.length > 0)
  },
})

function byName(search: string, signal: AbortSignal): Promise<CommandPaletteGroup>[] {
  const all = `?search=${encodeURIComponent(search)}`
  return [
    ...searchLevelsByName(search, EACH, signal).map((answer) =>
      answer.then(({ kind, list, rows, hasMore }) =>
        group(
          `${kind}s`,
          `/${list}${all}`,
          hasMore,
          rows.map(({ id, name, detail }) => item(list, id, name, detail)),
        ),
      ),
    ),
    purser.transactions
      .list({ merchant: search, limit: EACH }, { signal })
      .then(({ data, hasMore }) =>
        group(
          'Purchases by merchant',
          `/transactions?merchant=${encodeURIComponent(search)}`,
          hasMore,
          data.map(purchase),
        ),
      ),
  ]
}

async function amounts(text: string, usual: string, signal: AbortSignal): Promise<CommandPaletteGroup> {
  const { cents = 0, currency = usual } = parseTypedMoney(text, usual) ?? {}
  if (cents === 0) return { title: '', items: [] }
  const asked = { currency, minAmount: cents, maxAmount: cents }
  const { data, hasMore } = await purser.transactions.list({ ...asked, limit: EACH }, { signal })
  const all = `/transactions?currency=${currency}&minAmount=${cents}&maxAmount=${cents}`
  return group(
    `Purchases of ${formatMoney(cents, currency)}`,
    all,
    hasMore,
    data.map((one) => ({ ...purchase(one), key: `amount-${one.id}` })),
  )
}

const item = (list: string, id: string, name: string, detail: string | null | undefined): CommandPaletteItem => ({
  key: id,
  name,
  to: `/${list}/${id}`,
  ...(detail && { detail }),
})

const purchase = ({ id, amount, currency, merchant, createdAt, status }: Transaction): CommandPaletteItem =>
  item(
    'transactions',
    id,
    `${formatMoney(amount, currency)} at ${merchant.name ?? 'no merchant'}`,
    `${status}, ${formatDate(createdAt)}`,
  )

/**
 * A group of results, with a link to the complete list if the service has more. A search that the service bounds may have no results here
 * although the list has some.
 */
const group = (
  title: string,
  all: string,
  hasMore: boolean,
  items: readonly CommandPaletteItem[],
): CommandPaletteGroup => ({
  title,
  items: hasMore ? [...items, { key: `all-${title}`, name: 'Show all', to: all }] : items,
})
