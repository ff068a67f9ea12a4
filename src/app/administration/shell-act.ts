import { userInfo } from 'node:os'
import type { AuditedAct } from '../../domain/audit/audited-act.ts'
import type { Principal } from '../../services/request/context.ts'

/** An operation at the shell, for the audit trail. The actor is the user of the operating system that the process runs as. */
export function auditedActOfShell(operation: string): AuditedAct {
  const { username } = userInfo()
  return { actor: { type: 'shell', id: username, name: username }, requestId: null, operation }
}

/** The operator who runs a `purser` command, in the form in which services know their callers. */
export const shellOperatorPrincipal = (accountId: string): Principal => ({
  accountId,
  type: 'shell',
  id: 'shell',
  name: 'shell',
  role: 'admin',
  agentId: null,
  person: null,
})
