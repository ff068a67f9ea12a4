import { endedChangeRequest } from '../../domain/changes/change-request.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import { changeRequestSaveStatements } from '../../store/change-requests/change-request-saving.ts'
import { lockChangeRequest } from '../../store/change-requests/change-requests.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { findIntent } from '../../store/intents/intents.ts'
import type { ReadOperationContext } from '../request/context.ts'

/**
 * Ends the request for an exception whose intent was decided, as the intent was decided, after that decision was committed. If this node
 * stops before that, the request waits until its time is over, and can be decided no more: its intent does not wait for it.
 */
export async function endExceptionRequestOfIntent(context: ReadOperationContext, intentId: string): Promise<void> {
  const { db, database, principal, clock } = context
  const intent = await findIntent(db, principal, intentId)
  const requestId = intent?.declared.exception?.changeRequestId
  const status = intent && endOf(intent)
  if (requestId === undefined || intent === undefined || status === undefined) return
  await inAuditedTransaction(database, context, async (writing) => {
    const found = await lockChangeRequest(writing, { accountId: principal.accountId, agentId: null }, requestId)
    if (found?.found.status !== 'pending') return
    const now = clock.now()
    const ended = endedChangeRequest(found.found, {
      status,
      note: intent.decisionNote,
      changes: [],
      decidedBy: intent.decidedBy ?? principal.id,
      decidedAt: intent.decidedAt ?? now,
    })
    if (ended !== null) await saveAuditedChanges(found.locked, [changeRequestSaveStatements([ended], now)])
  })
  context.wakeDispatcher()
}

/** How the request for an exception ends with its intent. Undefined: the intent waits for a person still, or its time is over. */
const endOf = ({ status, decidedBy: by }: IntentState): 'approved' | 'rejected' | 'canceled' | undefined => {
  if (status === 'rejected') return 'rejected'
  if (by !== null) return 'approved'
  return status === 'canceled' ? 'canceled' : undefined
}
