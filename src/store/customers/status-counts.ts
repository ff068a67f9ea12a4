import type { Db } from '../connection/db.ts'
import { indexedListFilter } from '../statements/filters.ts'
import { listRowsNewestFirst } from '../statements/keyset.ts'
import { isOwnCard } from '../statements/own-cards.ts'
import type { AgentRow, CardRow, CustomerRow } from '../rows/tables.ts'

const indexes = [['account_id', 'status']] as const

/** How many customers, agents or cards of an account have a status, at most `most`. Deleted agents and one-time cards are not counted. */
export async function countLevelsOfStatus(
  db: Db,
  {
    of,
    accountId,
    status,
    most,
  }: { of: 'customers' | 'agents' | 'cards'; accountId: string; status: string; most: number },
): Promise<number> {
  const filters = { account_id: accountId, status }
  // The limit is `most - 1`, because a page reads one row more than its limit.
  const page = { limit: most - 1, after: null }
  const rows =
    of === 'customers'
      ? listRowsNewestFirst(
          db.selectFrom('customers').select('id'),
          indexedListFilter<CustomerRow>(indexes, filters),
          page,
        )
      : of === 'cards'
        ? listRowsNewestFirst(
            db.selectFrom('cards').select('id').where(isOwnCard),
            indexedListFilter<CardRow>(indexes, filters),
            page,
          )
        : listRowsNewestFirst(
            db.selectFrom('agents').select('id').where('deleted_at', 'is', null),
            indexedListFilter<AgentRow>(indexes, filters),
            page,
          )
  const { count } = await db
    .selectFrom(rows.as('counted'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
