import type { Past } from '../case.ts'

/** Money that counts, at a moment. The first part of an authorization is the authorization itself. */
export interface Part {
  readonly cardId: string
  readonly agentId: string | null
  readonly at: number
  readonly amount: number
  givenBack: number
  readonly isAuthorization: boolean
  readonly merchant: string | null
}

/** An approved transaction, as the contract describes it (sections 5 and 10). */
export interface Account {
  status: 'pending' | 'settled' | 'declined' | 'reversed' | 'expired'
  authorized: number
  settled: number
  refunded: number
  readonly parts: Part[]
}

export type Owner = Pick<Part, 'cardId' | 'agentId' | 'merchant'>

export const newPart = (owner: Owner, spent: Pick<Part, 'at' | 'amount' | 'isAuthorization'>): Part => ({
  ...owner,
  ...spent,
  givenBack: 0,
})

const open = ({ authorized, settled }: Account) => Math.max(0, authorized - settled)

/** Cents that count. */
const counted = ({ parts }: Account) => parts.reduce((sum, part) => sum + part.amount - part.givenBack, 0)

/** While it is pending, the greater of what is held and what is captured counts; later what is captured. */
function recount(account: Account): void {
  const target = account.status === 'pending' ? Math.max(account.authorized, account.settled) : account.settled
  let surplus = counted(account) - target
  for (const part of account.parts.toReversed()) {
    const taken = Math.max(0, Math.min(surplus, part.amount - part.givenBack))
    part.givenBack += taken
    surplus -= taken
  }
  const [first] = account.parts
  if (first && surplus < 0) first.givenBack += surplus
}

/** Holds more. What a capture beyond the hold has counted already is not counted twice. Answers the new part. */
export function increment(account: Account, owner: Owner, { amount, at }: Pick<Part, 'at' | 'amount'>): Part | null {
  account.authorized += amount
  const more = Math.max(account.authorized, account.settled) - counted(account)
  if (more <= 0) return null
  const part = newPart(owner, { at, amount: more, isAuthorization: false })
  account.parts.push(part)
  return part
}

/** The steps that nothing decides. False: it is not possible now, and changes nothing. */
export function post(
  account: Account,
  step: { kind: 'settle' | 'capture' | 'reverse' | 'refund' | 'expire'; amount?: number; final?: boolean },
): boolean {
  if (step.kind === 'refund') {
    const refundable = account.settled - account.refunded
    const amount = step.amount ?? refundable
    if (refundable === 0 || amount > refundable) return false
    account.refunded += amount
    return true
  }
  if (account.status !== 'pending' && step.kind !== 'capture') return false
  if (step.kind === 'settle' || step.kind === 'capture') {
    account.settled += step.amount ?? open(account)
    if (step.final === true || account.status !== 'pending') account.status = 'settled'
  } else {
    const given = step.kind === 'reverse' ? (step.amount ?? open(account)) : open(account)
    if (given > open(account)) return false
    const isOver = step.kind === 'expire' || given === open(account)
    if (step.kind === 'reverse') account.authorized -= given
    if (isOver) account.status = account.settled > 0 ? 'settled' : step.kind === 'expire' ? 'expired' : 'reversed'
  }
  recount(account)
  return true
}

/** Holds what the issuer holds. Answers the part that it added at its own moment, if any. */
export function advise(account: Account, owner: Owner, { amount, at }: Pick<Part, 'at' | 'amount'>): Part | null {
  const { authorized } = account
  if (account.status === 'pending' && amount > authorized) {
    return increment(account, owner, { amount: amount - authorized, at })
  }
  if (account.status === 'pending') {
    account.authorized -= Math.min(authorized - amount, open(account))
    if (account.authorized <= account.settled) account.status = account.settled > 0 ? 'settled' : 'reversed'
  } else Object.assign(account, { status: 'pending', authorized: amount })
  recount(account)
  return null
}

/** Seen from a card: its own money, that of its agent's other cards, that of the customer's other agents. */
export const pastOf = (part: Part, card: { id: string; agentId: string | null }): Past => ({
  at: part.at,
  amount: part.amount,
  givenBack: part.givenBack,
  by: part.cardId === card.id ? 'card' : card.agentId !== null && part.agentId === card.agentId ? 'agent' : 'customer',
  isAuthorization: part.isAuthorization,
  merchant: part.merchant,
})
