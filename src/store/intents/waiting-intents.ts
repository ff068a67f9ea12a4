import { waitingStatuses } from '../../domain/lifecycles/intent.ts'

/**
 * A condition for intents that wait. Its statuses are literals, not parameters: PostgreSQL only uses a partial index for the condition in
 * its text.
 */
export const isWaitingSql = `status in (${waitingStatuses.map((status) => `'${status}'`).join(', ')})`
