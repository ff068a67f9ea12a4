import type { EventData } from '../../contract/events.ts'
import { DAY_MS } from '../../lib/clock.ts'
import type { AuditedTx } from '../../store/audit/trail.ts'
import { recordEvents } from '../../store/outbox/outbox.ts'
import type { PasskeyRow, PersonRow } from '../../store/rows/people-tables.ts'
import type { NodeDeps } from '../request/context.ts'
import { queueMail } from './mails.ts'

/** For how many milliseconds sending a mail about passkeys is tried. Then the mail is dropped. */
const MAIL_LIFE_MS = 7 * DAY_MS

type Telling = Pick<AuditedTx, 'tx' | 'ids' | 'audit'> & Pick<NodeDeps, 'vault' | 'clock' | 'settings'>

/** Notifies webhooks, and the person by mail, of a change of their passkeys. */
export async function notifyOfPasskeys(
  context: Telling,
  person: Pick<PersonRow, 'id' | 'account_id' | 'email'>,
  {
    change,
    passkeys,
  }: {
    readonly change: EventData<'person.passkeys_changed'>['change']
    readonly passkeys: readonly Pick<PasskeyRow, 'id' | 'name'>[]
  },
): Promise<void> {
  if (passkeys.length === 0) return
  const { vault, clock, settings } = context
  const at = clock.now()
  const { id: personId, account_id: accountId, email } = person
  const data = { personId, change, passkeyIds: passkeys.map(({ id }) => id) }
  await recordEvents(context, [{ accountId, customerId: null, personId, type: 'person.passkeys_changed', data, at }])
  if (!settings.sendsMail) return
  const secret = JSON.stringify({ change, names: passkeys.map(({ name }) => name), at })
  const mail = { accountId, kind: 'passkeys_changed' as const, aboutId: personId, email, secret }
  await queueMail(context, vault, { ...mail, expiresAt: at + MAIL_LIFE_MS })
}
