import { EXPIRE_INTENT_OPERATION, auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import {
  addToChangedIntents,
  type ChangedIntent,
  type UnsavedIntentChange,
  intentConsequences,
  expiredIntent,
} from '../../domain/changes/intent.ts'
import { approvalAskSaveStatements } from '../asks/ask-saving.ts'
import type { SqlQuery } from '../statements/query.ts'
import type { ResourceSaveStatements } from '../changes/saving.ts'
import { changedIntentQueries } from './intent-queries.ts'
import { sql, type SqlBool } from 'kysely'
import type { Database } from '../connection/database.ts'
import { type ApprovalAskExpiryContext, expireOverdueApprovalAsks } from '../asks/overdue-asks.ts'
import { intentsTable } from '../rows/intents.ts'
import { isIntentWaitingSql } from '../statements/waiting-intents.ts'

/** The audit trail records the expiry of an intent as an act of the service, even if the service noticed it during somebody's request. */
const INTENT_EXPIRY_ACT = auditedActOfSystem(EXPIRE_INTENT_OPERATION)

/**
 * Makes the statements that save changed intents, with all consequences of the changes. If an intent has several changes, each change must
 * begin with the intent as the change before has left it. `now`: Unix milliseconds.
 */
export const intentSaveStatements = (changes: readonly UnsavedIntentChange[], now: number): ResourceSaveStatements =>
  approvalAskSaveStatements({ expiry: INTENT_EXPIRY_ACT, queries, consequences: intentConsequences }, changes, now)

function queries(changes: readonly UnsavedIntentChange[]): SqlQuery[] {
  const intents = new Map<string, ChangedIntent>()
  for (const change of changes) addToChangedIntents(intents, change)
  return changedIntentQueries([...intents.values()])
}

/**
 * Expires every intent whose time is over, with its waiting approval, and records one event `intent.expired` for each. The sweeps call this
 * function, and so does every request that lists intents. Resolves with how many it has expired.
 */
export const expireOverdueIntents = (database: Database, expiry: ApprovalAskExpiryContext): Promise<number> =>
  expireOverdueApprovalAsks(database, expiry, {
    table: intentsTable,
    isWaiting: sql.raw<SqlBool>(isIntentWaitingSql),
    act: INTENT_EXPIRY_ACT,
    expired: expiredIntent,
    saving: intentSaveStatements,
  })
