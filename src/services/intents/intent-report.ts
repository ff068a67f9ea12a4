import { reportedChange } from '../../domain/audit/audited.ts'
import { intentEvent } from '../../domain/events/events.ts'
import type { IntentState } from '../../domain/intents/intent.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { timestamp } from '../../lib/clock.ts'
import { findIntent, lockIntent, saveReport } from '../../store/intents/intents.ts'
import { namesIn } from '../../store/statements/names.ts'
import { recordEvents } from '../../store/webhooks/outbox.ts'
import { intentState } from '../../store/rows/states.ts'
import { currentIntent } from './intent-expiry.ts'
import { intentView } from './intent-view.ts'
import { found } from '../input/ownership.ts'
import type { WriteService } from '../request/context.ts'

/** Keeps how a purchase has ended, as its agent says. It changes nothing that was decided (contract, section 9). */
export const reportIntent: WriteService<'reportIntent'> = async (context, { params, body }) => {
  const { tx, principal, clock, settings } = context
  const { locked, intent } = found(await lockIntent(context, principal, params.intentId), 'intent_not_found')
  const before = intentState(await currentIntent(context, locked, intent))
  if (!isRepeated(before, body)) {
    const now = clock.now()
    const after = { ...before, report: { ...body, reportedAt: timestamp(now), reportedBy: principal.id } }
    await saveReport(locked, intent, after.report)
    locked.audit.record(reportedChange(before, after))
    await recordEvents(locked, [intentEvent('intent.reported', after, now)])
  }
  const current = found(await findIntent(tx, principal, params.intentId), 'intent_not_found')
  return intentView(intentState(current), namesIn(current), settings)
}

function isRepeated({ report }: IntentState, body: object): boolean {
  if (report === null) return false
  const { reportedAt: _at, reportedBy: _by, ...said } = report
  return canonicalJson(said) === canonicalJson(body)
}
