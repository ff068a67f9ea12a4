import { EXPIRE_INTENT, systemAct } from '../../domain/audit/record.ts'
import {
  addIntentChange,
  type ChangedIntent,
  type IntentChange,
  intentConsequences,
} from '../../domain/changes/intent.ts'
import type { Saving } from '../changes/saving.ts'
import { changedIntentQueries } from './intent-queries.ts'

/** Expiry is attributed to the service, not to the request that noticed it. */
export const EXPIRY = systemAct(EXPIRE_INTENT)

/** What saves changed intents, with all that follows from it. Later changes of an intent go on from earlier ones. `now`: Unix milliseconds. */
export function intentSaving(changes: readonly IntentChange[], now: number): Saving {
  const intents = new Map<string, ChangedIntent>()
  const followed = changes.map((change) => {
    addIntentChange(intents, change)
    return { ...intentConsequences(change, now), isByTime: change.isByTime }
  })
  return {
    customerIds: changes.map(({ after }) => after.customerId),
    audited: followed.map(({ audited, isByTime }) => ({ ...audited, ...(isByTime ? { act: EXPIRY } : {}) })),
    queries: changedIntentQueries([...intents.values()]),
    events: followed.flatMap(({ events }) => events),
  }
}
