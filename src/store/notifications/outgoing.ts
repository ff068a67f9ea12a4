import type { DeclaredSubscription } from '../../domain/subscription.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PersonRole } from '../../contract/resources/people.ts'
import { notificationMessageKindOf } from '../../domain/events/message-hour.ts'
import { isRoleNotified } from '../../domain/events/notified.ts'
import type { AmountAndCeiling } from '../../domain/amount-in-words.ts'
import type { Tx } from '../connection/db.ts'
import type { MailKind } from '../rows/notification-tables.ts'
import { ALWAYS_NOTIFIED_EVENT_TYPES_SQL } from './always-notified.ts'
import { type DueNotificationMessage, decideNotificationSends } from './message-turns.ts'

/** The names of the customer, agent, card and other resources that an event is about, for the text of a notification. */
export interface NotificationEventNames {
  readonly account: string
  readonly agent: string | null
  readonly customer: { readonly first?: string; readonly last?: string; readonly business?: string } | null
  /** The customer's currency. Null: the event is about no customer. */
  readonly currency: string | null
  readonly card: { readonly last4: string | null; readonly label: string | null } | null
  readonly webhookUrl: string | null
  /** The id of the intent's approval. Null: the event is not about an intent with an approval. */
  readonly approvalId: string | null
  /** The amount and the ceiling of the approval that somebody decides about. */
  readonly approves: AmountAndCeiling | null
  /** The subscription that ends once the waiting one is approved. Null: no subscription ends. */
  readonly replaced: (Pick<DeclaredSubscription, 'maxAmount' | 'interval'> & { readonly id: string }) | null
}

/** A person who is notified by mail, or an account that is notified in Slack. */
export type NotifiedParty = (
  | { readonly kind: 'mail'; readonly email: string }
  | { readonly kind: 'slack'; readonly sealedUrl: Buffer }
) & {
  readonly names: NotificationEventNames
  /** How many notifications that are not sent this one stands for. Null: the notification reports its own event. */
  readonly counts: number | null
}

/** A notification that is not sent now, because of many others about the same agent or card. `until`: Unix milliseconds. */
export interface PutOffDelivery {
  readonly kind: 'put_off'
  readonly until: number
}

export interface OutgoingMail {
  readonly kind: 'letter'
  readonly purpose: MailKind
  readonly email: string
  readonly sealedSecret: Buffer
  readonly expiresAt: number
  readonly account: string
}

/** A claimed delivery that goes to a person, to an account in Slack or to a mail address, and not to a webhook. */
export interface ClaimedNotification {
  readonly id: string
  readonly bucket: number
  /** The id of a notification channel, of a person without one, or of a mail in the table `letters`. */
  readonly webhook_id: string
  readonly event_id: string
  /** How many scheduled attempts to send the delivery have been made. */
  readonly scheduled: number
}

/** The content of a claimed delivery that goes to no webhook. */
export type OutgoingNotification = NotifiedParty | OutgoingMail | PutOffDelivery

/**
 * Reads whom claimed deliveries notify now, by the id of the delivery. A delivery that is missing in the result must not be sent any more:
 * the person is disabled, has another role or has chosen other events, the channel was deleted, the mail's link has expired or was used,
 * the intent, subscription, change request or challenge no longer waits for a decision, or another message counts the delivery. `now`: Unix
 * milliseconds.
 */
export async function readNotificationsToSend(
  tx: Tx,
  claimed: readonly ClaimedNotification[],
  now: number,
): Promise<Map<string, OutgoingNotification>> {
  const isMail = ({ webhook_id }: ClaimedNotification) => webhook_id.startsWith('ltr_')
  const [mails, others] = [claimed.filter(isMail), claimed.filter((each) => !isMail(each))]
  return new Map<string, OutgoingNotification>([
    ...(await readParties(tx, others, now)),
    ...(await readMails(tx, mails, now)),
  ])
}

interface PartyRow extends NotificationEventNames {
  readonly id: string
  readonly type: string
  readonly person_id: string | null
  readonly email: string | null
  readonly role: PersonRole | null
  readonly sealed_url: Buffer | null
  readonly subject_id: string | null
  readonly about_id: string
}

/** Reads whom these deliveries notify. The event of a decision is not stored, so it is read from the decision's transaction. */
async function readParties(
  tx: Tx,
  claimed: readonly ClaimedNotification[],
  now: number,
): Promise<[string, OutgoingNotification][]> {
  const stored = await partiesOf(tx, claimed, STORED)
  const storedIds = new Set(stored.map(({ row }) => row.id))
  const others = claimed.filter(({ id, event_id: eventId }) => !storedIds.has(id) && eventId.startsWith('evt_'))
  const parties = [...stored, ...(await partiesOf(tx, others, DECIDED))]
  const byId = new Map(claimed.map((each) => [each.id, each]))
  const turns = await decideNotificationSends(
    tx,
    parties.flatMap(({ row }) => dueMessageOf(row, byId.get(row.id))),
    now,
  )
  return parties.flatMap(({ row: { id }, party }): [string, OutgoingNotification][] => {
    const turn = turns.get(id) ?? { turn: 'send' }
    if (turn.turn === 'drop') return []
    if (turn.turn === 'wait') return [[id, { kind: 'put_off', until: turn.until }]]
    return [[id, turn.turn === 'count' ? { ...party, counts: turn.count } : party]]
  })
}

/** Returns the notification of a delivery about an agent or card, which is counted. Empty: the delivery is about neither. */
function dueMessageOf(row: PartyRow, claimed: ClaimedNotification | undefined): DueNotificationMessage[] {
  const { id: deliveryId, type, subject_id: subjectId, about_id: aboutId } = row
  const kind = notificationMessageKindOf(type)
  if (kind === null || subjectId === null || claimed === undefined) return []
  return [{ deliveryId, receiverId: claimed.webhook_id, subjectId, kind, aboutId, isRetry: claimed.scheduled > 0 }]
}

interface EventSource {
  readonly table: RawBuilder<unknown>
  /** The SQL expression for the id by which a delivery's event is found in `table`. */
  readonly id: RawBuilder<unknown>
}

const STORED: EventSource = {
  table: sql`(select bucket, id, type, customer_id, data->>'agentId' as agent_id, data->>'cardId' as card_id,
    data->>'intentId' as intent_id, data->>'webhookId' as webhook_id,
    case type when 'subscription.pending_approval' then data->>'subscriptionId' end as waiting_id,
    case type when 'intent.pending_approval' then data->>'intentId' when 'subscription.pending_approval' then data->>'subscriptionId'
      when 'change_request.created' then data->>'changeRequestId' when 'challenge.requested' then data->>'challengeId'
      else id end as about_id from events)`,
  id: sql`claimed_row.event_id`,
}
const DECIDED: EventSource = {
  table: sql`(select bucket, id, 'transaction.created' as type, customer_id, agent_id, card_id, intent_id, null as webhook_id, null as waiting_id, id as about_id
    from transactions where type = 'authorization' and decision = 'approve')`,
  id: sql`decision_of(claimed_row.event_id)`,
}

async function partiesOf(
  tx: Tx,
  claimed: readonly ClaimedNotification[],
  { table, id: eventId }: EventSource,
): Promise<{ row: PartyRow; party: NotifiedParty }[]> {
  if (claimed.length === 0) return []
  const { rows } = await sql<PartyRow>`
    select claimed_row.id, e.type, coalesce(e.agent_id, e.card_id) as subject_id, e.about_id, coalesce(c.person_id, p.id) as person_id, c.sealed_url, p.email, p.role, account.name as account, agents.name as agent,
      customers.name as customer, customers.currency, w.url as "webhookUrl", approvals.id as "approvalId",
      approvals.subject as approves,
      case when replaced.id is not null then json_build_object('id', replaced.id, 'maxAmount', replaced.declared->'maxAmount',
        'interval', replaced.declared->'interval') end as replaced,
      case when cards.id is not null then json_build_object('last4', cards.last4, 'label', cards.label) end as card
    from unnest(${claimed.map(({ bucket }) => bucket)}::smallint[], ${claimed.map(({ id }) => id)}::text[],
      ${claimed.map(({ webhook_id }) => webhook_id)}::text[], ${claimed.map(({ event_id }) => event_id)}::text[])
      as claimed_row (bucket, id, channel_id, event_id)
    join ${table} e on e.bucket = claimed_row.bucket and e.id = ${eventId}
    left join notification_channels c on c.id = claimed_row.channel_id
    left join people p on p.id = case when c.id is null then claimed_row.channel_id else c.person_id end and p.status = 'active'
    join accounts account on account.id = coalesce(c.account_id, p.account_id)
    left join customers on customers.bucket = e.bucket and customers.id = e.customer_id
    left join agents on agents.bucket = e.bucket and agents.id = e.agent_id
    left join cards on cards.bucket = e.bucket and cards.id = e.card_id
    left join approvals on approvals.bucket = e.bucket and approvals.intent_id = e.intent_id
    left join subscriptions waiting on waiting.bucket = e.bucket and waiting.id = e.waiting_id
    left join subscriptions replaced on replaced.bucket = e.bucket and replaced.id = waiting.declared->>'replaces'
      and replaced.status in ('active', 'paused')
    left join webhooks w on w.id = e.webhook_id
    where e.type = any(c.events)
      or (e.type = any(${ALWAYS_NOTIFIED_EVENT_TYPES_SQL}) and (p.role = 'owner' or (c.id is not null and c.person_id is null)))`.execute(
    tx,
  )
  return rows.flatMap((row) => {
    const party = partyOf(row)
    return party === null ? [] : [{ row, party }]
  })
}

function partyOf(row: PartyRow): NotifiedParty | null {
  const { id: _id, type, person_id, email, role, sealed_url, subject_id: _subject, about_id: _about, ...names } = row
  if (person_id === null) return sealed_url && { kind: 'slack', sealedUrl: sealed_url, names, counts: null }
  return email !== null && role !== null && isRoleNotified(role, type)
    ? { kind: 'mail', email, names, counts: null }
    : null
}

interface OutgoingMailRow extends Omit<OutgoingMail, 'kind'> {
  readonly id: string
}

async function readMails(
  tx: Tx,
  claimed: readonly ClaimedNotification[],
  now: number,
): Promise<[string, OutgoingMail][]> {
  if (claimed.length === 0) return []
  const { rows } = await sql<OutgoingMailRow>`
    select claimed_row.id, l.kind as purpose, l.email, l.sealed_secret as "sealedSecret", l.expires_at as "expiresAt",
      account.name as account
    from unnest(${claimed.map(({ id }) => id)}::text[], ${claimed.map(({ webhook_id }) => webhook_id)}::text[])
      as claimed_row (id, letter_id)
    join letters l on l.id = claimed_row.letter_id and l.expires_at > ${now}
    join accounts account on account.id = l.account_id
    where l.kind in ('passkeys_changed', 'owner_added')
      or exists (select from invitations i where i.id = l.about_id and i.accepted_at is null and i.revoked_at is null)
      or exists (select from password_resets r join people p on p.id = r.person_id and p.status = 'active'
        where r.id = l.about_id)`.execute(tx)
  return rows.map(({ id, ...mail }) => [id, { kind: 'letter', ...mail }])
}
