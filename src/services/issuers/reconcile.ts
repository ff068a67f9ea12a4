import type { IssuerDifference, Reconciliation } from '../../contract/resources/reconciliation.ts'
import { timestamp } from '../../lib/clock.ts'
import { present } from '../../lib/assert.ts'
import type { Outbound } from '../../issuers/issuer.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import type { Deps } from '../request/context.ts'
import { compareCards } from './compare-cards.ts'
import { comparePurchases } from './compare-purchases.ts'
import type { Compared, Found, OfIssuer } from './differences.ts'
import { repairAll, type RepairDeps } from './repair.ts'

export type ReconcileDeps = RepairDeps &
  Pick<Deps, 'vault' | 'settings'> & {
    /** Whom this node calls, by name. */
    readonly issuers: ReadonlyMap<string, Outbound>
  }

export interface Reconciling {
  /** Purchases are compared that were begun since then, or of which money has moved since then. Unix milliseconds. */
  readonly since: number
  readonly fix: boolean
}

/**
 * Compares what issuers have with what Purser has. With `fix`, what one side lacks is told to it: a stricter status to the side with the
 * other one, and to Purser what has happened. Then both are compared again: what is the same by then is fixed.
 */
export async function reconcile(deps: ReconcileDeps, { since, fix }: Reconciling): Promise<Reconciliation> {
  const first = await compareAll(deps, since)
  const shown = (differences: readonly IssuerDifference[]): Reconciliation => ({
    since: timestamp(since),
    issuers: [...deps.issuers.keys()],
    ...first.compared,
    differences: [...differences],
  })
  const found = first.found.map(({ difference }) => difference)
  if (!fix || found.length === 0) return shown(found.map((difference) => ({ ...difference, fixed: false })))
  await repairAll(deps, first.found)
  const { found: left } = await compareAll(deps, since)
  const names = new Set(left.map(({ difference }) => nameOf(difference)))
  return shown(found.map((difference) => ({ ...difference, fixed: !names.has(nameOf(difference)) })))
}

const nameOf = ({ issuer, cardId, cardToken, reference, field }: Found['difference']): string =>
  [issuer, cardId, cardToken, reference, field].join(' ')

async function compareAll(deps: ReconcileDeps, since: number): Promise<{ compared: Compared; found: Found[] }> {
  const { database, clock, issuers } = deps
  const compared: Compared = { cards: 0, purchases: 0 }
  const found: Found[] = []
  const [first] = await listAccounts(database.db)
  const accountId = present(first, 'a node has an account').id
  for (const [name, { lists }] of issuers) {
    const of: OfIssuer = { name, lists, accountId }
    const asked = { since, now: clock.now() }
    for await (const each of compareCards(database.db, of, compared)) found.push(each)
    for await (const each of comparePurchases({ ...deps, db: database.db }, of, { asked, compared })) found.push(each)
  }
  return { compared, found: found.toSorted(closedFirst) }
}

/** Cards that are closed here and open there come first: anybody can buy with them while Purser is away. */
const closedFirst = (one: Found, other: Found): number => rank(one) - rank(other)
const rank = ({ difference: { field, here } }: Found): number => (field === 'status' && here === 'closed' ? 0 : 1)
