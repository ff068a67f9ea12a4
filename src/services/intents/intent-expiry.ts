import { expiredIntent } from '../../domain/changes/intent.ts'
import { inAuditedTransaction } from '../../store/audit/trail.ts'
import type { LockedCustomer } from '../../store/locks/customer-lock.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { isIntentOverdue } from '../../domain/intents/intent.ts'
import { lockIntent, type NamedIntent } from '../../store/intents/intents.ts'
import { saveAuditedChanges } from '../../store/changes/save-changes.ts'
import { intentSaveStatements } from '../../store/intents/intent-saving.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationContext, WriteOperationContext } from '../request/context.ts'

/** The current state of an intent that was read. An overdue intent is expired here, once only, even if several requests read it at once. */
export async function readIntent(context: ReadOperationContext, intent: NamedIntent): Promise<NamedIntent> {
  if (!isIntentOverdue(intent, context.clock.now())) return intent
  const current = await inAuditedTransaction(context.database, context, async (writing) => {
    const { locked, found } = objectOr404(await lockIntent(writing, context.principal, intent.id), 'intent_not_found')
    return { ...(await currentIntentState(context, locked, found)), names: found.names }
  })
  context.wakeDispatcher()
  return current
}

/** The current state of an intent that was read while its customer is locked. An overdue intent is expired here. */
export async function currentIntentState(
  { clock }: Pick<WriteOperationContext, 'clock'>,
  locked: LockedCustomer,
  intent: IntentState,
): Promise<IntentState> {
  const now = clock.now()
  const change = expiredIntent(intent, now)
  if (change === null) return intent
  await saveAuditedChanges(locked, [intentSaveStatements([change], now)])
  return change.after
}
