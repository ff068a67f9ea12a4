import type { Purser } from './client.ts'

/** The intent that somebody means who names it, or the approval that waits for them. */
export const intentIdOf = async (purser: Purser, id: string): Promise<string> =>
  id.startsWith('apr_') ? (await purser.approvals.get(id)).intentId : id
