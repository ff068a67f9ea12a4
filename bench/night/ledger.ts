import type { NightPurchaseWithAnswers } from './stage/purchases.ts'
import { type PostgresServer, queryNightPostgresServer } from './stage/servers.ts'

export interface StoredPurchase {
  readonly id: string
  readonly reference: string
  readonly card: string
  readonly decision: string
  readonly amount: number
}

/** Reads all purchases that are stored in the database of a PostgreSQL server. */
export const storedPurchasesIn = (server: PostgresServer): Promise<StoredPurchase[]> =>
  queryNightPostgresServer<StoredPurchase & Record<string, unknown>>(
    server,
    `select id, network_reference as reference, card_id as card, decision, amount::int as amount
       from transactions where network_reference is not null`,
  )

/** The answers that callers got, compared with the stored purchases. Each list has the references of purchases. */
export interface PurchaseComparison {
  readonly answered: number
  /** The references of purchases that were answered, and are not stored. */
  readonly lost: readonly string[]
  /** The references of purchases that are stored more than once, or were answered with more than one transaction. */
  readonly doubled: readonly string[]
  /** The references of purchases that are stored with another decision than their callers got. */
  readonly changed: readonly string[]
  /** The cards on which more is approved than their limits permit. */
  readonly overspent: readonly string[]
}

export function compareWithStoredPurchases(
  purchases: readonly NightPurchaseWithAnswers[],
  stored: readonly StoredPurchase[],
  limits: ReadonlyMap<string, number>,
): PurchaseComparison {
  const byReference = Map.groupBy(stored, ({ reference }) => reference)
  const answered = purchases.filter(({ ids }) => ids.size > 0)
  const rowsOf = ({ reference }: NightPurchaseWithAnswers) => byReference.get(reference) ?? []
  const references = (some: readonly NightPurchaseWithAnswers[]) => some.map(({ reference }) => reference)
  const spent = new Map<string, number>()
  for (const { card, decision, amount } of stored) {
    if (decision === 'approve') spent.set(card, (spent.get(card) ?? 0) + amount)
  }
  return {
    answered: answered.length,
    lost: references(answered.filter((purchase) => !rowsOf(purchase).some(({ id }) => purchase.ids.has(id)))),
    doubled: references(answered.filter((purchase) => purchase.ids.size > 1 || rowsOf(purchase).length > 1)),
    changed: references(
      answered.filter((purchase) => rowsOf(purchase).some(({ decision }) => decision !== purchase.decision)),
    ),
    overspent: [...spent].filter(([card, cents]) => cents > (limits.get(card) ?? 0)).map(([card]) => card),
  }
}
