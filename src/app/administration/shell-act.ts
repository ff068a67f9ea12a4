import { userInfo } from 'node:os'
import type { Act } from '../../domain/audit/record.ts'
import type { Principal } from '../../services/request/context.ts'

/** What somebody does at the shell, by the name of the user that the process runs as. */
export function shellAct(operation: string): Act {
  const { username } = userInfo()
  return { actor: { type: 'shell', id: username, name: username }, requestId: null, operation }
}

/** The person at the shell, as services know callers. */
export const operatorOf = (accountId: string): Principal => ({
  accountId,
  type: 'shell',
  id: 'shell',
  name: 'shell',
  role: 'admin',
  agentId: null,
  person: null,
})
