import type { EventData } from '../contract/events.ts'
import type { NotifiedType } from '../contract/resources/notifications.ts'
import type { EventToSend } from '../store/webhooks/delivery-queue.ts'
import type { NamesTold } from '../store/notifications/outgoing.ts'

/** What a person is told: plain text, without a line break in any of it. */
export interface Message {
  readonly title: string
  readonly lines: readonly string[]
  /** The page of the dashboard that shows it. */
  readonly path: string
}

const LONGEST = 200

/** Names and purposes are others' words: one line each, of bounded length, without what terminals and mail programs obey. */
export const oneLine = (text: string): string => withoutLinks(plainLine(text))

function plainLine(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST - 1).toWellFormed()}…` : plain
}

/** Slack and mail programs make whatever looks like an address a link, beside the link of ours: `https[:]//shop[.]example`. */
const withoutLinks = (text: string): string =>
  text.replaceAll(/:(?=\/\/)/g, '[:]').replaceAll(/(?<=[\p{L}\p{N}])[.\u3002\uFF0E\uFF61](?=[\p{L}\p{N}])/gu, '[.]')

const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

/** `2026-01-31T12:00:00.000Z` as people read it. */
export const minuteOf = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

/** What an event is to a person. Its data are as the event was stored; names are those of now. */
export function messageOf({ type, dataText }: Pick<EventToSend, 'type' | 'dataText'>, names: NamesTold): Message {
  return messages[type as NotifiedType](JSON.parse(dataText) as never, names)
}

const agentOf = ({ agent }: NamesTold): string => (agent === null ? 'Somebody' : oneLine(agent))

function customerOf({ customer }: NamesTold): string {
  const { business, first, last } = customer ?? {}
  return oneLine(business ?? [first, last].filter((part) => part !== undefined).join(' '))
}

function cardOf({ card }: NamesTold): string {
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

/** `$50.00 a day, allow.merchant: GitHub`: limits first and in dollars, the rest as the request says it. */
function wantedOf(wanted: EventData<'change_request.created'>['wanted']): string {
  const parts = (value: object, path: string): Part[] =>
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? parts(inner, `${path}${name}.`)
        : [partOf(path, name, inner)],
    )
  // By what they are, and not by their words: others' texts hold dollars too.
  const all = parts(wanted, '')
  const ordered = [...all.filter(({ isLimit }) => isLimit), ...all.filter(({ isLimit }) => !isLimit)]
  return plainLine(ordered.map(({ words }) => words).join(', '))
}

interface Part {
  readonly words: string
  readonly isLimit: boolean
}

function partOf(path: string, name: string, value: unknown): Part {
  const window = /(^|\.)limits\.$/.test(path) ? limits[name] : undefined
  if (window !== undefined) {
    return { words: typeof value === 'number' ? `${dollars(value)} ${window}` : `no limit ${window}`, isLimit: true }
  }
  const isAmount = name === 'maxAmount' && typeof value === 'number'
  return { words: `${path}${name}: ${isAmount ? dollars(value) : oneLine(String(value))}`, isLimit: isAmount }
}

/** Where the number goes. Mail programs and Slack make links of whole hosts, and this one is the agent's word. */
function siteOf({ expectedOrigin, originSeen }: EventData<'intent.pending_approval'>): string {
  if (expectedOrigin === undefined) return 'It names no site where the card number may be entered.'
  const seen =
    originSeen === true ? 'where this customer has bought before' : 'where this customer has not bought before'
  return `The card number may be entered on ${brokenHost(expectedOrigin)}, ${seen}.`
}

const brokenHost = (origin: string): string => oneLine(new URL(origin).host.replaceAll('.', '[.]'))

const messages: { readonly [T in NotifiedType]: (data: EventData<T>, names: NamesTold) => Message } = {
  'intent.pending_approval': (data, names) => {
    const amount = data.expectedAmount === undefined ? 'a purchase' : dollars(data.expectedAmount)
    const merchant = data.expectedMerchant === undefined ? '' : ` at ${oneLine(data.expectedMerchant)}`
    return {
      title: `Approval needed: ${amount}${merchant}${data.expectedOrigin === undefined ? '' : `, on ${brokenHost(data.expectedOrigin)}`}`,
      lines: [
        `${agentOf(names)} asks for ${amount}${merchant}, with ${cardOf(names)}.`,
        siteOf(data),
        `It says what for: “${oneLine(data.purpose)}”`,
        `It can be decided until ${minuteOf(data.expiresAt)}.`,
      ],
      path: names.approvalId === null ? '/approvals' : `/approvals/${names.approvalId}`,
    }
  },
  'change_request.created': (data, names) => ({
    title: `Change asked for: ${agentOf(names)}`,
    lines: [
      `${agentOf(names)} asks for a change of ${data.level === 'card' ? cardOf(names) : 'its own rules'}: ${wantedOf(data.wanted)}.`,
      `It says what for: “${oneLine(data.why)}”`,
      `It can be decided until ${minuteOf(data.expiresAt)}.`,
    ],
    path: `/approvals/${data.changeRequestId}`,
  }),
  'card.frozen': (data, names) => ({
    title: `A rule has frozen ${cardOf(names)}`,
    lines: [
      ...(data.reason === undefined ? [] : [frozenFor[data.reason] ?? 'Its policy says so.']),
      `It belongs to ${names.agent === null ? customerOf(names) || 'a customer' : agentOf(names)}, and buys nothing until somebody unfreezes it.`,
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
      lines: [`${dollars(data.spent)} of ${dollars(data.limit)} for the ${windows[data.window]} are spent.`],
      path: whose.path,
    }
  },
  'transaction.created': (data, names) => ({
    title: `An issuer approved ${dollars(data.amount)} by itself`,
    lines: [`Purser decided nothing about the purchase with ${cardOf(names)}: its issuer did.`],
    path: `/transactions/${data.transactionId}`,
  }),
  'transaction.settled': (data, names) => ({
    title: data.flags.forcedCapture
      ? `A purchase of ${dollars(data.amount)} was captured without being approved`
      : 'A purchase came to more than was approved',
    lines: [
      data.flags.forcedCapture
        ? `Nobody asked Purser about it. It was captured with ${cardOf(names)}, and counts as spent.`
        : `${dollars(data.amount)} were captured with ${cardOf(names)}, which is over ${data.flags.settlementOverAuthorized ? 'the amount that was approved' : 'what its intent allows'}.`,
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
      `It is told nothing any more${webhookUrl === null ? '' : `: ${plainLine(URL.parse(webhookUrl)?.host ?? '')}`}.`,
      data.failingSince === undefined
        ? 'Somebody who may change webhooks has done so.'
        : `No attempt has succeeded since ${minuteOf(data.failingSince)}. Once its receiver answers, set it active and replay what it has missed.`,
    ],
    path: `/developers/webhooks/${data.webhookId}`,
  }),
}
