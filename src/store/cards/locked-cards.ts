import type { CardWithAllFields } from '../../domain/changes/card.ts'
import type { LockedCustomers } from '../locks/customer-lock.ts'
import { cardsTable as cardTable } from '../rows/cards.ts'
import { givenIdsQueryTable } from '../statements/given-rows.ts'

/** Reads cards whose customers this transaction has locked. */
export async function lockedCards({ tx }: LockedCustomers, ids: readonly string[]): Promise<CardWithAllFields[]> {
  const rows = await tx
    .selectFrom(givenIdsQueryTable(ids))
    .innerJoin('cards', (on) => on.onRef('cards.bucket', '=', 'given.bucket').onRef('cards.id', '=', 'given.id'))
    .selectAll('cards')
    .execute()
  return rows.map(cardTable.state)
}
