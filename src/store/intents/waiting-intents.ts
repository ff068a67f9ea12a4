import { waitingStatuses } from '../../domain/lifecycles/intent.ts'

/** Intents that wait, in words and not as parameters: indexes of these rows alone are found by their words. */
export const isWaitingSql = `status in (${waitingStatuses.map((status) => `'${status}'`).join(', ')})`
