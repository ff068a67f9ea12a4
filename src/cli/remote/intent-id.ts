import type { Purser } from './client.ts'

/** The id of the intent that an id from the command line means. An approval's id stands for the approval's intent. */
export const intentIdOf = async (purser: Purser, id: string): Promise<string> =>
  id.startsWith('apr_') ? (await purser.approvals.get(id)).intentId : id
