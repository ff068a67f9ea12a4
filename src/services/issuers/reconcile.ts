import type { IssuerDifference, Reconciliation } from '../../contract/resources/reconciliation.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { IssuerApiCalls } from '../../issuers/issuer.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import type { NodeDeps } from '../request/context.ts'
import { compareCardsWithIssuer } from './compare-cards.ts'
import { comparePurchasesWithIssuer } from './compare-purchases.ts'
import type { IssuerReconciliationCounts, RepairableIssuerDifference, ComparedIssuer } from './differences.ts'
import { repairIssuerDifferences, type ReconcileRepairDeps } from './repair.ts'

export type ReconcileDeps = ReconcileRepairDeps &
  Pick<NodeDeps, 'vault' | 'settings'> & {
    /** The issuers that this node calls, by name. */
    readonly issuers: ReadonlyMap<string, IssuerApiCalls>
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
  await repairIssuerDifferences(deps, first.findings)
  const { findings: left } = await compareAll(deps, since)
  const names = new Set(left.map(({ difference }) => nameOf(difference)))
  return shown(reported.map((difference) => ({ ...difference, fixed: !names.has(nameOf(difference)) })))
}

const nameOf = ({ issuer, cardId, cardToken, reference, field }: RepairableIssuerDifference['difference']): string =>
  [issuer, cardId, cardToken, reference, field].join(' ')

async function compareAll(
  deps: ReconcileDeps,
  since: number,
): Promise<{ compared: IssuerReconciliationCounts; findings: RepairableIssuerDifference[] }> {
  const { database, clock, issuers } = deps
  const compared: IssuerReconciliationCounts = { cards: 0, purchases: 0 }
  const findings: RepairableIssuerDifference[] = []
  const [first] = await listAccounts(database.db)
  const accountId = assertPresent(first, 'a node has an account').id
  for (const [name, { lists }] of issuers) {
    const of: ComparedIssuer = { name, lists, accountId }
    const range = { since, now: clock.now() }
    for await (const each of compareCardsWithIssuer(database.db, of, compared)) findings.push(each)
    for await (const each of comparePurchasesWithIssuer({ ...deps, db: database.db }, of, { range, compared }))
      findings.push(each)
  }
  return { compared, findings: findings.toSorted(closedFirst) }
}

/** Sorts cards that are closed at Purser and open at the issuer first: they can spend whenever Purser does not answer the issuer. */
const closedFirst = (one: RepairableIssuerDifference, other: RepairableIssuerDifference): number =>
  rank(one) - rank(other)
const rank = ({ difference: { field, here } }: RepairableIssuerDifference): number =>
  field === 'status' && here === 'closed' ? 0 : 1
