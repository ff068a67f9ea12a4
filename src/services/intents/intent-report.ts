import { invalidRequest } from '../../contract/errors.ts'
import { reportedIntent } from '../../domain/changes/intent.ts'
import { lockIntent } from '../../store/intents/intents.ts'
import { saveChanges } from '../../store/changes/save-changes.ts'
import { intentSaving } from '../../store/intents/intent-saving.ts'
import { intentState } from '../../store/rows/states.ts'
import { namesIn } from '../../store/statements/names.ts'
import { currentIntent } from './intent-expiry.ts'
import { intentView } from '../commands/intent-view.ts'
import { orThrow } from '../input/or-throw.ts'
import type { WriteService } from '../request/context.ts'

/** Stores an agent's report on how a purchase ended. It changes no decision (contract, section 9). */
export const reportIntent: WriteService<'reportIntent'> = async (context, { params, body }) => {
  const { principal, clock, settings } = context
  if (body.obstacle !== undefined && body.outcome === 'completed') {
    throw invalidRequest(
      'obstacle',
      'A completed purchase has no obstacle.',
      'parameter_invalid',
      'Leave `obstacle` out, or send the outcome `failed` or `abandoned`.',
    )
  }
  const { locked, intent } = orThrow(await lockIntent(context, principal, params.intentId), 'intent_not_found')
  const before = await currentIntent(context, locked, intentState(intent))
  const now = clock.now()
  const change = reportedIntent(before, body, { by: principal.id, now })
  if (change !== null) await saveChanges(locked, [intentSaving([change], now)])
  return intentView(change?.after ?? before, namesIn(intent), settings)
}
