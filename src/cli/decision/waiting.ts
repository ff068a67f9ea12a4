import type { Challenge } from '../../contract/resources/challenges.ts'
import type { ChangeRequest } from '../../contract/resources/change-requests.ts'
import type { LiftedRule } from '../../contract/resources/intents/exception.ts'
import { liftInWords } from '../../domain/lift-in-words.ts'
import type { Intent } from '../../contract/resources/intents.ts'
import type { Subscription } from '../../contract/resources/subscriptions/subscriptions.ts'
import { minutesInWords } from '../../domain/minutes.ts'
import type { Purser } from '../remote/client.ts'
import { moneyText } from '../terminal/money.ts'
import { shortTimeText } from '../terminal/text.ts'
import { challengeMaximumText, intentMaximumText, subscriptionMaximumText } from './most.ts'

type Fact = readonly [name: string, value: string]
type Answer = Intent | Subscription | ChangeRequest | Challenge

/** The texts and the time that a person gives with a decision. */
interface Said {
  readonly shown?: string
  readonly note?: string
  /** How many minutes from an approval on the purchase of an intent can be made. */
  readonly validMinutes?: number
}

/** A request that waits for a person's decision, as the command shows it. */
export interface ShellWaitingRequest {
  readonly answer: Answer
  /** The most that approving the request allows: `$500.00, up to $550.00 at Far Away`. */
  readonly most: string
  readonly facts: readonly Fact[]
  /** Further lines that the command shows below the facts of the request. */
  readonly lines: readonly string[]
  approve(said: Said): Promise<Answer>
  reject(said: Said): Promise<Answer>
}

/** Reads the change request, subscription, challenge or intent that an id of the command line names. */
export function readShellWaitingRequest(purser: Purser, id: string): Promise<ShellWaitingRequest> {
  if (id.startsWith('chg_')) return changeRequest(purser, id)
  if (id.startsWith('sub_')) return subscription(purser, id)
  if (id.startsWith('chl_')) return challenge(purser, id)
  return intent(purser, id)
}

const who = ({ agentName, agentId, customerName, cardLabel, cardId }: Answer): Fact[] => [
  ['Agent', agentName ?? agentId ?? 'none'],
  ...(customerName === undefined ? [] : [['Customer', customerName] as const]),
  ['Card', cardLabel ?? cardId ?? 'none'],
]

const reasoned = ({ note, ...said }: Said) => ({ ...said, ...(note === undefined ? {} : { reason: note }) })

async function intent(purser: Purser, id: string): Promise<ShellWaitingRequest> {
  const answer = await purser.intents.get(await intentIdOfArgument(purser, id))
  const { expectedAmount, expectedCurrency, expectedMerchant = 'any merchant', expectedOrigin, ceiling } = answer
  const inMoney = (amount: number | undefined) =>
    amount === undefined ? 'any amount' : moneyText(amount, expectedCurrency)
  return {
    answer,
    most: intentMaximumText(answer),
    facts: [
      ['Purpose', answer.purpose],
      ['Amount', inMoney(expectedAmount)],
      ['At most', inMoney(ceiling)],
      ['Merchant', expectedMerchant],
      ['Card number on', expectedOrigin ?? 'no site given'],
      ...who(answer),
      ['Decide by', shortTimeText(answer.expiresAt)],
      ['Then payable for', minutesInWords(answer.validMinutes ?? answer.ttlMinutes)],
    ],
    lines: [
      ...(answer.items ?? []).map((item) => `  ${item.quantity} × ${item.description}: ${inMoney(item.amount)}`),
      ...exceptionLines(answer.exception?.lifts, inMoney),
    ],
    approve: (said) => purser.intents.approve(answer.id, said),
    reject: (said) => purser.intents.reject(answer.id, reasoned(said)),
  }
}

async function subscription(purser: Purser, id: string): Promise<ShellWaitingRequest> {
  const answer = await purser.subscriptions.get(id)
  return {
    answer,
    most: subscriptionMaximumText(answer),
    facts: [
      ['Purpose', answer.purpose],
      ['At most', `${moneyText(answer.maxAmount, answer.currency)} each ${answer.interval}`],
      ['Merchant', answer.merchant],
      ['Card number on', answer.expectedOrigin ?? 'no site given'],
      ...who(answer),
      ['Until', answer.until === undefined ? 'somebody cancels it' : shortTimeText(answer.until)],
      ['Decide by', shortTimeText(answer.expiresAt)],
    ],
    lines: [],
    approve: (said) => purser.subscriptions.approve(id, said),
    reject: (said) => purser.subscriptions.reject(id, reasoned(said)),
  }
}

async function changeRequest(purser: Purser, id: string): Promise<ShellWaitingRequest> {
  const answer = await purser.changeRequests.get(id)
  const { once, purchase, level, currency, why } = answer
  const inMoney = (amount: number) => moneyText(amount, currency)
  const shop = purchase?.merchant?.name ?? 'a shop'
  return {
    answer,
    most: once === undefined ? `a change of the ${level}` : `one purchase of up to ${inMoney(once.ceiling)} at ${shop}`,
    facts: [['Reason', why], ...who(answer), ['Decide by', shortTimeText(answer.expiresAt)]],
    lines: [...wantedChangeLines(answer), ...exceptionLines(once?.lifts, inMoney)],
    approve: (said) => purser.changeRequests.approve(id, said),
    reject: (said) => purser.changeRequests.reject(id, said),
  }
}

async function challenge(purser: Purser, id: string): Promise<ShellWaitingRequest> {
  const answer = await purser.challenges.get(id)
  const { amount, currency, merchant } = answer
  return {
    answer,
    most: challengeMaximumText(answer),
    facts: [
      ['Amount', amount === undefined ? 'any amount' : moneyText(amount, currency)],
      ['Merchant', merchant.name ?? 'without a name'],
      ...who(answer),
      ['Decide by', shortTimeText(answer.expiresAt)],
    ],
    lines: [],
    approve: (said) => purser.challenges.approve(id, said),
    reject: (said) => purser.challenges.decline(id, said),
  }
}

/** The lines about an exception: what approving it lifts, for the one purchase alone. */
const exceptionLines = (lifts: readonly LiftedRule[] = [], money: (cents: number) => string): string[] =>
  lifts.length === 0
    ? []
    : [
        '  For this purchase alone, approving it lifts (no limit or list changes):',
        ...lifts.map((lift) => `    ${liftInWords(lift, money)}`),
      ]

/** A line for each field that a change request wants to change: `policy.limits.perDay: 5000 -> 9000`. */
const wantedChangeLines = ({ changes }: ChangeRequest): string[] =>
  changes.map(({ path, before, after }) => `  ${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`)

/** The id of the intent for an id from the command line, which may be that of an intent or of its approval. */
const intentIdOfArgument = async (purser: Purser, id: string): Promise<string> =>
  id.startsWith('apr_') ? (await purser.approvals.get(id)).intentId : id
