import type { IssuedBy } from '../../contract/sheets/card-fields.ts'
import { assertPresent } from '../../lib/assert.ts'
import type { CardWithAllFields } from '../../domain/changes/card.ts'
import type { IssuerCall, IssuerCallOfAccount } from '../../store/rows/issuer-tables.ts'
import { expectedIssuerStatus } from './expected-status.ts'

type Issued = Pick<CardWithAllFields, 'issuer' | 'status'>

/** The state of a card at its issuer. Null: Purser issues the card. `stored`: the card's row of `issuer_calls`. */
export function issuerStateOfCard(card: Issued, stored: IssuerCallOfAccount | undefined): IssuedBy | null {
  if (card.issuer === null) return null
  const call = assertPresent(stored, 'a card of an issuer is stored together with the call about it')
  return {
    name: call.issuer as IssuedBy['name'],
    state: stateOf(call),
    pendingCalls: pendingCalls(call, card),
    lastError: call.last_error,
  }
}

/** The row of `issuer_calls` as the statement `CALL_ISSUERS_SQL` changes it: the call is due at once, unless creating the card has failed. */
export const issuerCallDueAgain = (call: IssuerCallOfAccount): IssuerCallOfAccount =>
  call.failed && call.card_token === null ? call : { ...call, next_at: 0 }

function stateOf(call: IssuerCall): IssuedBy['state'] {
  if (call.failed) return 'failed'
  return call.card_token === null ? 'pending' : 'ready'
}

function pendingCalls(call: IssuerCallOfAccount, { status: own }: Issued): number {
  const status = expectedIssuerStatus({ status: own, isAccountStopped: call.is_account_stopped })
  if (call.card_token !== null) {
    const untold = (call.told_status === status ? 0 : 1) + (call.told_limits === call.asked_limits ? 0 : 1)
    return call.next_at === null ? untold : Math.max(1, untold)
  }
  const making = own === 'closed' && call.tried_at === null ? 0 : 1
  return making + (call.first_status === status ? 0 : making)
}
