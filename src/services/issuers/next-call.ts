import { HOUR_MS, SECOND_MS } from '../../lib/clock.ts'
import {
  type CardStatus,
  type HolderInput,
  type IssuedCard,
  IssuerRefusal,
  type Outbound,
} from '../../issuers/issuer.ts'
import type { CallState } from '../../store/issuer-call-queue.ts'

/** What an issuer is called for next about a card: first whom it is for, then the card, then what it has become since. */
export type NextCall =
  | { readonly kind: 'holder' }
  | { readonly kind: 'card' }
  | { readonly kind: 'status'; readonly status: CardStatus; readonly count: number }

/** Null: it knows everything. */
export function nextCall({ call, status, holder }: CallState): NextCall | null {
  if (call.card_token === null) {
    if (call.tried_at === null) return null // closed before anybody was asked for it
    return { kind: holder.holder_token === null ? 'holder' : 'card' }
  }
  if (call.told_status === status) return null
  return { kind: 'status', status, count: call.asked_count + (call.asked_status === status ? 0 : 1) }
}

/** What came of it: the token of a holder, a card, or nothing but that it is done. */
export type Answered =
  | { readonly kind: 'holder'; readonly token: string }
  | { readonly kind: 'card'; readonly made: IssuedCard }
  | { readonly kind: 'status' }

/** Makes the call. Under a key that is not the first one, what it asks for may be there already: it is looked for. */
export async function makeCall(issuer: Outbound, next: NextCall, { call, holder }: CallState): Promise<Answered> {
  if (next.kind === 'holder') {
    const input: HolderInput = { customerId: holder.customer_id, ...holder.request }
    const found = holder.version === 0 ? null : await issuer.findHolder(input, holder.created_at)
    const key = keyOf(holder.customer_id, holder.version)
    return { kind: 'holder', token: found ?? (await issuer.createHolder(input, key)) }
  }
  if (next.kind === 'card') {
    const input = { cardId: call.card_id, holder: holder.holder_token ?? '', status: call.first_status }
    const found = call.version === 0 ? null : await issuer.findCard(input)
    return { kind: 'card', made: found ?? (await issuer.createCard(input, keyOf(call.card_id, call.version))) }
  }
  await issuer.setStatus(call.card_token ?? '', next.status, `${call.card_id}-${next.status}-${next.count}`)
  return { kind: 'status' }
}

const keyOf = (id: string, version: number): string => (version === 0 ? id : `${id}-${version}`)

const LONGEST_DELAY_MS = HOUR_MS
const GIVEN_UP_AFTER_MS = 72 * HOUR_MS

/** When a failed call is made again; null: not by itself. `attempt`: how many have failed in a row before. */
export function retryAt(error: unknown, { attempt, since, now }: { attempt: number; since: number; now: number }) {
  if (error instanceof IssuerRefusal || now - since >= GIVEN_UP_AFTER_MS) return null
  return now + Math.min(LONGEST_DELAY_MS, SECOND_MS * 2 ** Math.min(attempt, 12))
}
