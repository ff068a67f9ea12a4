import type { Act } from '../../../src/domain/audit/record.ts'
import type { Ids } from '../../../src/lib/ids.ts'
import { newHead } from '../../../src/store/audit/chain.ts'
import { changing, type Writing } from '../../../src/store/audit/trail.ts'
import type { Database } from '../../../src/store/connection/database.ts'

/** Who changes things in tests that ask nobody. */
export const testAct: Act = {
  actor: { type: 'system', id: 'test', name: 'Test' },
  requestId: null,
  operation: 'test',
}

/** Changes something, as nobody in particular. */
export const asTest = <T>(database: Database, ids: Ids, work: (writing: Writing) => Promise<T>): Promise<T> =>
  changing(database, { ids, act: testAct }, work)

/** An account that there is only the id of gets an audit trail. */
export const withTrail = (database: Database, accountId: string): Promise<unknown> =>
  database.transaction((tx) =>
    tx
      .insertInto('audit_heads')
      .values(newHead(accountId))
      .onConflict((on) => on.doNothing())
      .execute(),
  )
