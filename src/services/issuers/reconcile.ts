import type { IssuerDifference, Reconciliation } from '../../contract/resources/reconciliation.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { OutboundCalls } from '../../issuers/issuer.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import type { NodeDeps } from '../request/context.ts'
import { compareCards } from './compare-cards.ts'
import { comparePurchases } from './compare-purchases.ts'
import type { ComparedIssuers, RepairableDifference, ComparedIssuer } from './differences.ts'
import { repairAll, type RepairDeps } from './repair.ts'

export type ReconcileDeps = RepairDeps &
  Pick<NodeDeps, 'vault' | 'settings'> & {
    /** The issuers that this node calls, by name. */
    readonly issuers: ReadonlyMap<string, OutboundCalls>
  }

export interface ReconcileRange {
  /** Purchases are compared if they began or had a capture or refund since this time, Unix milliseconds. */
  readonly since: number
  /** True: differences are removed where it is known whether Purser or the issuer is right. False: they are only reported. */
  readonly fix: boolean
}

/**
 * Compares cards and purchases at all issuers with Purser's. With `fix`, the stricter status of a card is brought to the other side, and
 * facts that Purser lacks are recorded. Then everything is compared again: a difference that no longer exists is reported as fixed.
 */
export async function reconcileWithIssuers(
  deps: ReconcileDeps,
  { since, fix }: ReconcileRange,
): Promise<Reconciliation> {
  const first = await compareAll(deps, since)
  const shown = (differences: readonly IssuerDifference[]): Reconciliation => ({
    since: isoTimestamp(since),
    issuers: [...deps.issuers.keys()],
    ...first.compared,
    differences: [...differences],
  })
  const reported = first.findings.map(({ difference }) => difference)
  if (!fix || reported.length === 0) return shown(reported.map((difference) => ({ ...difference, fixed: false })))
  await repairAll(deps, first.findings)
  const { findings: left } = await compareAll(deps, since)
  const names = new Set(left.map(({ difference }) => nameOf(difference)))
  return shown(reported.map((difference) => ({ ...difference, fixed: !names.has(nameOf(difference)) })))
}

const nameOf = ({ issuer, cardId, cardToken, reference, field }: RepairableDifference['difference']): string =>
  [issuer, cardId, cardToken, reference, field].join(' ')

async function compareAll(
  deps: ReconcileDeps,
  since: number,
): Promise<{ compared: ComparedIssuers; findings: RepairableDifference[] }> {
  const { database, clock, issuers } = deps
  const compared: ComparedIssuers = { cards: 0, purchases: 0 }
  const findings: RepairableDifference[] = []
  const [first] = await listAccounts(database.db)
  const accountId = assertPresent(first, 'a node has an account').id
  for (const [name, { lists }] of issuers) {
    const of: ComparedIssuer = { name, lists, accountId }
    const range = { since, now: clock.now() }
    for await (const each of compareCards(database.db, of, compared)) findings.push(each)
    for await (const each of comparePurchases({ ...deps, db: database.db }, of, { range, compared }))
      findings.push(each)
  }
  return { compared, findings: findings.toSorted(closedFirst) }
}

/** Sorts cards that are closed at Purser and open at the issuer first: they can spend whenever Purser does not answer the issuer. */
const closedFirst = (one: RepairableDifference, other: RepairableDifference): number => rank(one) - rank(other)
const rank = ({ difference: { field, here } }: RepairableDifference): number =>
  field === 'status' && here === 'closed' ? 0 : 1
