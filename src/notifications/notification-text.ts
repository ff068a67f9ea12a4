import { amountAndCeiling, amountInWords, ceilingInWords } from '../domain/amount-in-words.ts'
import { liftInWords } from '../domain/lift-in-words.ts'
import { formatMoney } from '../domain/money.ts'
import type { EventData } from '../contract/events.ts'
import type { NotifiedEventType } from '../contract/resources/notifications.ts'
import { withMixedAlphabetNotes } from '../lib/mixed-scripts.ts'
import { minutesInWords } from '../domain/minutes.ts'
import type { ShopOrder } from '../contract/resources/orders.ts'
import { collectiveNotification } from './collective-message.ts'
import type { EventToSend } from '../store/webhooks/delivery-queue.ts'
import type { NotificationEventNames } from '../store/notifications/outgoing.ts'

/** A notification to a person: plain text, without line breaks. */
export interface NotificationText {
  readonly title: string
  readonly lines: readonly string[]
  /** The path of the dashboard page that shows the object that the notification is about. */
  readonly path: string
}

const LONGEST = 200

/**
 * Returns a text that others wrote, such as a name or a purpose, as one line of bounded length. Characters that terminals and mail programs
 * interpret are removed, words that mix scripts have a note, and web addresses are changed so that no program makes them links.
 */
export const oneLine = (text: string): string => withMixedAlphabetNotes(withoutLinks(plainLine(text)))

function plainLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1).toWellFormed()}…` : plain
}

/** Changes web addresses to `https[:]//shop[.]example`, because Slack and mail programs would turn them into links beside Purser's own. */
const withoutLinks = (text: string): string =>
  text.replaceAll(/:(?=\/\/)/g, '[:]').replaceAll(/(?<=[\p{L}\p{N}])[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}])/gu, '[.]')

/** Writes amounts in the currency of the customer that an event is about. */
const moneyIn =
  ({ currency }: NotificationEventNames) =>
  (amount: number): string =>
    formatMoney(amount, currency ?? 'USD')
type Money = ReturnType<typeof moneyIn>

/** A time for people, to the minute: `2026-01-31 12:00 UTC`. */
export const minuteText = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

/** A time for people, to the second: `2026-01-31 12:00:05 UTC`. */
const secondOf = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`

/**
 * Makes the notification about an event from the data that were stored with the event and from current names. `counts`: how many other
 * messages about its agent or card the notification stands for; null: for none.
 */
export function notificationOfEvent(
  { type, dataText, createdAt }: Pick<EventToSend, 'type' | 'dataText' | 'createdAt'>,
  names: NotificationEventNames,
  counts: number | null = null,
): NotificationText {
  const data = JSON.parse(dataText) as never
  return counts === null
    ? messages[type as NotifiedEventType](data, names, createdAt)
    : collectiveNotification({ type, counts, data, name: names.agent === null ? cardOf(names) : agentOf(names) })
}

const agentOf = ({ agent }: NotificationEventNames): string => (agent === null ? 'Somebody' : oneLine(agent))

function customerOf({ customer }: NotificationEventNames): string {
  const { business, first, last } = customer ?? {}
  return oneLine(business ?? [first, last].filter((name) => name !== undefined).join(' '))
}

function cardOf({ card }: NotificationEventNames): string {
  if (card === null) return 'a card'
  const ending = card.last4 === null ? null : `ending in ${card.last4}`
  if (card.label !== null) return `${oneLine(card.label)}${ending === null ? '' : ` (${ending})`}`
  return ending === null ? 'a card' : `the card ${ending}`
}

const frozenFor: Partial<Record<NonNullable<EventData<'card.frozen'>['reason']>, string>> = {
  intent_missing: 'A purchase came that no intent had declared.',
  intent_mismatch: 'A purchase did not match what was declared.',
}

const windows = { perDay: 'day', perWeek: 'week', perMonth: 'month', total: 'whole life' } as const
const limits: Readonly<Record<string, string>> = {
  perAuth: 'for a purchase',
  perDay: 'a day',
  perWeek: 'a week',
  perMonth: 'a month',
  total: 'in all',
}

/**
 * A requested change in one line, limits first and in the customer's currency, all other fields as the request has them: `$50.00 a day,
 * allow.merchant: GitHub`.
 */
function requestedChange(requested: EventData<'change_request.created'>['wanted'], money: Money): string {
  const fields = (value: object, path: string): RequestedField[] =>
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? fields(inner, `${path}${name}.`)
        : [requestedField({ path, name, value: inner }, money)],
    )
  // Limits are recognized by the kind of the field, not by a currency sign in its text, because texts that other people wrote may contain
  // such a sign.
  const all = fields(requested, '')
  const ordered = [...all.filter(({ isLimit }) => isLimit), ...all.filter(({ isLimit }) => !isLimit)]
  return plainLine(ordered.map(({ words }) => words).join(', '))
}

interface RequestedField {
  readonly words: string
  readonly isLimit: boolean
}

interface FieldValue {
  readonly path: string
  readonly name: string
  readonly value: unknown
}

function requestedField({ path, name, value }: FieldValue, money: Money): RequestedField {
  const window = /(^|\.)limits\.$/.test(path) ? limits[name] : undefined
  if (window !== undefined) {
    return { words: typeof value === 'number' ? `${money(value)} ${window}` : `no limit ${window}`, isLimit: true }
  }
  const isAmount = name === 'maxAmount' && typeof value === 'number'
  return { words: `${path}${name}: ${isAmount ? money(value) : oneLine(String(value))}`, isLimit: isAmount }
}

/**
 * Says on which site the card number may be entered. The agent chose the site's host, so the host is written such that
 * mail programs and Slack do not make it a link.
 */
function siteOf({ expectedOrigin, originSeen }: EventData<'intent.pending_approval'>): string {
  if (expectedOrigin === undefined) return 'No site was given on which the card number may be entered.'
  const seen =
    originSeen === true ? 'where this customer has bought before' : 'where this customer has not bought before'
  return `The card number may be entered on ${brokenHost(expectedOrigin)}, ${seen}.`
}

/** How many items of an order a notification lists. Further items are only counted. */
const MAX_NAMED_ITEMS = 10

/** The items of an order in the agent's words: a line for each item, then lines for tax and shipping. */
function orderLines({ items, tax, shipping }: ShopOrder, money: Money): string[] {
  if (items === undefined) return []
  const named = items.slice(0, MAX_NAMED_ITEMS)
  return [
    'What it buys, in its own words:',
    ...named.map(({ quantity, description, amount }) => `${quantity} × ${oneLine(description)}: ${money(amount)}`),
    ...(items.length > named.length ? [`and ${items.length - named.length} more`] : []),
    ...(tax === undefined ? [] : [`Tax: ${money(tax)}`]),
    ...(shipping === undefined ? [] : [`Shipping: ${money(shipping)}`]),
  ]
}

/** The line of a notification that says why a person has to decide. The reasons may name a site, which the agent chose. */
const whyLines = (reasons: EventData<'intent.pending_approval'>['intent']['approvalReasons'] = []): string[] =>
  reasons.length === 0 ? [] : [`Why you are asked: ${reasons.map(({ message }) => oneLine(message)).join(' ')}`]

/** Lines of a notification about the old subscription that ends when the new one is approved. */
function replacedLines(names: NotificationEventNames): string[] {
  const { replaced } = names
  if (replaced === null) return []
  const { id, maxAmount, interval } = replaced
  return [`Approving it ends the one of at most ${moneyIn(names)(maxAmount)} each ${interval} (${id}).`]
}

const brokenHost = (origin: string): string => oneLine(new URL(origin).host.replaceAll('.', '[.]'))

function changeRequestText(data: EventData<'change_request.created'>, names: NotificationEventNames): NotificationText {
  return {
    title: `Change requested: ${agentOf(names)}`,
    lines: [
      `${agentOf(names)} asks for a change of ${data.level === 'card' ? cardOf(names) : 'its own rules'}: ${requestedChange(data.wanted, moneyIn(names))}.`,
      `Its purpose: “${oneLine(data.why)}”`,
      `You can decide until ${minuteText(data.expiresAt)}.`,
    ],
    path: `/approvals/${data.changeRequestId}`,
  }
}

/** A value that a purchase asks for. A text may come from a shop or an agent. */
const safeMeasure = <Measure>(value: Measure): Measure | string => (typeof value === 'string' ? oneLine(value) : value)

function exceptionRequestText(
  { intent, ceiling, lifts }: NonNullable<EventData<'change_request.created'>['once']>,
  { why, purchase, expiresAt }: EventData<'change_request.created'>,
  names: NotificationEventNames,
): NotificationText {
  const money = moneyIn(names)
  const at = oneLine(purchase?.merchant?.name ?? 'a shop')
  const amount = amountAndCeiling(
    { expectedAmount: purchase?.amount ?? ceiling, ceiling, expectedCurrency: names.currency ?? undefined },
    { money: formatMoney },
  )
  return {
    title: `Exception requested: ${amount} at ${at}`,
    lines: [
      `${agentOf(names)} asks for an exception for one purchase: ${amount} at ${at}, with ${cardOf(names)}.`,
      'For this purchase alone, approving it lifts:',
      ...lifts.map(({ asked, ...lift }) =>
        liftInWords({ ...lift, ...(asked === undefined ? {} : { asked: safeMeasure(asked) }) }, money),
      ),
      'No limit or list changes.',
      `Its purpose: “${oneLine(why)}”`,
      `You can decide until ${minuteText(expiresAt)}.`,
    ],
    path: `/approvals/${intent.replace(/^int_/, 'apr_')}`,
  }
}

const messages: {
  readonly [T in NotifiedEventType]: (data: EventData<T>, names: NotificationEventNames, at: number) => NotificationText
} = {
  'intent.pending_approval': (data, names) => {
    const asked = { expectedCurrency: names.currency ?? undefined, expectedAmount: data.expectedAmount, ...data.intent }
    const amount = amountInWords(asked, { money: formatMoney, unbounded: 'a purchase' })
    const merchant = data.expectedMerchant === undefined ? '' : ` at ${oneLine(data.expectedMerchant)}`
    return {
      title: `Approval needed: ${amount}${merchant}${data.expectedOrigin === undefined ? '' : `, on ${brokenHost(data.expectedOrigin)}`}`,
      lines: [
        `${agentOf(names)} asks for ${amount}${merchant}, with ${cardOf(names)}.`,
        `You approve ${ceilingInWords(asked, { money: formatMoney })}.`,
        siteOf(data),
        `Its purpose: “${oneLine(data.purpose)}”`,
        ...orderLines(data, moneyIn(names)),
        ...whyLines(asked.approvalReasons),
        `You can decide until ${minuteText(data.expiresAt)}.`,
        ...(data.validMinutes === undefined
          ? []
          : [
              `Once approved, it can be paid for ${minutesInWords(data.validMinutes)}, as far as the rules permit it then.`,
            ]),
      ],
      path: names.approvalId === null ? '/approvals' : `/approvals/${names.approvalId}`,
    }
  },
  'change_request.created': (data, names) =>
    data.once === undefined ? changeRequestText(data, names) : exceptionRequestText(data.once, data, names),
  'challenge.requested': (data, names, at) => {
    const amount = data.amount === undefined ? 'a purchase' : formatMoney(data.amount, data.currency ?? 'USD')
    const shop = oneLine(data.merchant.name ?? 'a shop without a name')
    return {
      title: `Confirm now: ${amount} at ${shop}`,
      lines: [
        `A shop charges ${cardOf(names)}${names.agent === null ? '' : `, which ${agentOf(names)} buys with`}, and the issuer asks whether you agree.`,
        ...(data.intentId === undefined
          ? ['No agent has declared this purchase.']
          : [
              `Approving the purchase answers it, too: you approve ${ceilingInWords(names.approves ?? {}, { money: formatMoney })}.`,
            ]),
        `You have ${Math.max(0, Math.floor((Date.parse(data.expiresAt) - at) / 1000))} seconds, until ${secondOf(data.expiresAt)}. Without an answer it is declined.`,
      ],
      path: `/approvals/${data.intentId === undefined ? data.challengeId : data.intentId.replace(/^int_/, 'apr_')}`,
    }
  },
  'subscription.pending_approval': (data, names) => ({
    title: `Approval needed: ${moneyIn(names)(data.maxAmount)} each ${data.interval} at ${oneLine(data.merchant)}`,
    lines: [
      `${agentOf(names)} asks for a subscription with ${cardOf(names)}: one purchase each ${data.interval}, of at most ${moneyIn(names)(data.maxAmount)}.`,
      `Its purpose: “${oneLine(data.purpose)}”`,
      ...replacedLines(names),
      ...whyLines(data.approvalReasons),
      // Events from before the field `expiresAt` was added do not have it.
      ...(data.expiresAt === undefined ? [] : [`You can decide until ${minuteText(data.expiresAt)}.`]),
    ],
    path: `/approvals/${data.subscriptionId}`,
  }),
  'subscription.exceeded': (data, names) => ({
    title: `${oneLine(data.merchant)} charged ${moneyIn(names)(data.amount ?? 0)} that its subscription does not cover`,
    lines: [
      data.why === 'period'
        ? `The subscription with ${cardOf(names)} had paid its purchase of this ${data.interval} before.`
        : `The subscription with ${cardOf(names)} covers at most ${moneyIn(names)(data.maxAmount)} each ${data.interval}.`,
      data.decision === 'approve' ? 'The purchase was approved by the other rules.' : 'The purchase was declined.',
    ],
    path: `/subscriptions/${data.subscriptionId}`,
  }),
  'card.frozen': (data, names) => ({
    title: `A rule has frozen ${cardOf(names)}`,
    lines: [
      ...(data.reason === undefined ? [] : [frozenFor[data.reason] ?? 'Its policy says so.']),
      `It belongs to ${names.agent === null ? customerOf(names) || 'a customer' : agentOf(names)}, and cannot pay until somebody unfreezes it.`,
    ],
    path: `/cards/${data.cardId}`,
  }),
  'budget.threshold': (data, names) => {
    const whose = {
      customer: { name: customerOf(names) || 'a customer', path: `/customers/${data.customerId}` },
      agent: { name: agentOf(names), path: `/agents/${data.agentId}` },
      card: { name: cardOf(names), path: `/cards/${data.cardId}` },
    }[data.level]
    return {
      title: `${data.threshold} % of a budget is spent: ${whose.name}`,
      lines: [
        `${moneyIn(names)(data.spent)} of ${moneyIn(names)(data.limit)} for the ${windows[data.window]} are spent.`,
      ],
      path: whose.path,
    }
  },
  'transaction.created': (data, names) => ({
    title: `An issuer approved ${moneyIn(names)(data.amount)} by itself`,
    lines: [`The issuer approved the purchase with ${cardOf(names)} without asking Purser.`],
    path: `/transactions/${data.transactionId}`,
  }),
  'transaction.settled': (data, names) => ({
    title: data.flags.forcedCapture
      ? `A purchase of ${moneyIn(names)(data.amount)} was captured without being approved`
      : 'A purchase came to more than was approved',
    lines: [
      data.flags.forcedCapture
        ? `Nobody asked Purser to authorize it. It was captured with ${cardOf(names)} and counts as spent.`
        : `${moneyIn(names)(data.amount)} were captured with ${cardOf(names)}, which is over ${data.flags.settlementOverAuthorized ? 'the amount that was approved' : 'what its intent allows'}.`,
    ],
    path: `/transactions/${data.transactionId}`,
  }),
  'account.stopped': (data) => ({
    title: 'All spending is stopped',
    lines: [
      `${oneLine(data.name)} has stopped it: “${oneLine(data.reason)}”`,
      'Every purchase is declined and no card number is given out until an admin resumes it.',
    ],
    path: '/',
  }),
  'account.resumed': (data) => ({
    title: 'Spending is resumed',
    lines: [`${oneLine(data.name)} has resumed it: “${oneLine(data.reason)}”`],
    path: '/',
  }),
  'webhook.disabled': (data, { webhookUrl }) => ({
    title: 'A webhook was disabled',
    lines: [
      `It receives no more events${webhookUrl === null ? '' : `: ${plainLine(URL.parse(webhookUrl)?.host ?? '')}`}.`,
      data.failingSince === undefined
        ? 'Somebody with the permission to change webhooks disabled it.'
        : `No attempt has succeeded since ${minuteText(data.failingSince)}. Once its receiver answers, set it active and replay what it has missed.`,
    ],
    path: `/developers/webhooks/${data.webhookId}`,
  }),
}
