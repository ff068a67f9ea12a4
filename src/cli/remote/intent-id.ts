import type { Purser } from './client.ts'

/** The id of the intent for an id from the command line, which may be that of an intent or of its approval. */
export const intentIdOfArgument = async (purser: Purser, id: string): Promise<string> =>
  id.startsWith('apr_') ? (await purser.approvals.get(id)).intentId : id
