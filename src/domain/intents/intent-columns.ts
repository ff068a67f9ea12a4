import type { PendingIntent } from '../entities.ts'

/**
 * The fields of a card's intents that every decision of the card looks at, in the order of the intents. A loop over a thousand numbers takes a
 * fraction of a loop over a thousand objects, which lie anywhere in memory.
 */
interface IntentColumns {
  readonly createdAt: readonly number[]
  readonly expiresAt: readonly number[]
  /** The expected amounts of the intents, in cents. Infinity: the intent expects no amount. */
  readonly expectedAmount: readonly number[]
  readonly namesMerchant: readonly boolean[]
  /** The intents that declare the first charge of a subscription. */
  readonly firstCharges: readonly PendingIntent[]
}

const columns = new WeakMap<readonly PendingIntent[], IntentColumns>()

/**
 * The columns of a list of intents, such as all expected amounts. They are computed once for a list, because lists of intents never change
 * in place.
 */
export function intentColumns(intents: readonly PendingIntent[]): IntentColumns {
  const known = columns.get(intents)
  if (known !== undefined) return known
  const made = {
    createdAt: intents.map(({ createdAt }) => createdAt),
    expiresAt: intents.map(({ expiresAt }) => expiresAt),
    expectedAmount: intents.map(({ expectedAmount }) => expectedAmount ?? Number.POSITIVE_INFINITY),
    namesMerchant: intents.map(({ expectedMerchant }) => expectedMerchant !== undefined),
    firstCharges: intents.filter(({ subscriptionId }) => subscriptionId !== undefined),
  }
  columns.set(intents, made)
  return made
}
