import { waitingIntentStatuses } from '../../domain/lifecycles/intent.ts'

/**
 * The SQL condition for intents that wait. Its statuses are literals, not parameters, because PostgreSQL only uses a partial index for a
 * condition that is in the statement's text.
 */
export const isIntentWaitingSql = `status in (${waitingIntentStatuses.map((status) => `'${status}'`).join(', ')})`
