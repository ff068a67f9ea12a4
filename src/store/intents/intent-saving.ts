import { EXPIRE_INTENT_OPERATION, systemAct } from '../../domain/audit/audited-act.ts'
import {
  addIntentChange,
  type ChangedIntent,
  type IntentChange,
  intentConsequences,
} from '../../domain/changes/intent.ts'
import type { SaveStatements } from '../changes/saving.ts'
import { changedIntentQueries } from './intent-queries.ts'

/** The audit trail records the expiry of an intent as an act of the service, even if the service noticed it during somebody's request. */
export const INTENT_EXPIRY_ACT = systemAct(EXPIRE_INTENT_OPERATION)

/**
 * Makes the statements that save changed intents, with all consequences of the changes. If an intent has several changes, each change must
 * begin with the intent as the change before has left it. `now`: Unix milliseconds.
 */
export function intentSaveStatements(changes: readonly IntentChange[], now: number): SaveStatements {
  const intents = new Map<string, ChangedIntent>()
  const followed = changes.map((change) => {
    addIntentChange(intents, change)
    return { ...intentConsequences(change, now), isByTime: change.isByTime }
  })
  return {
    customerIds: changes.map(({ after }) => after.customerId),
    audited: followed.map(({ audited, isByTime }) => ({ ...audited, ...(isByTime ? { act: INTENT_EXPIRY_ACT } : {}) })),
    queries: changedIntentQueries([...intents.values()]),
    events: followed.flatMap(({ events }) => events),
  }
}
