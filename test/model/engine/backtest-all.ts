import type { Purser } from '../../../clients/typescript/src/client.ts'
import type { World } from './world.ts'

const BEGINNING = '2020-01-01T00:00:00Z'

/** Makes all decisions again under the rules that they were made under: from the beginning, and from the middle on. */
export async function backtestAll(
  purser: Purser,
  { customers }: World,
): Promise<{ decisions: number; changed: number }> {
  let decisions = 0
  let changed = 0
  for (const { id } of customers) {
    const { data } = await purser.transactions.list({ customerId: id, limit: 100 })
    for (const from of [BEGINNING, data.at(-1)?.createdAt ?? BEGINNING]) {
      const told = await purser.policies.backtest({ level: 'customer', id, from })
      decisions += told.decisions
      changed += told.decisions - told.same
    }
  }
  return { decisions, changed }
}
