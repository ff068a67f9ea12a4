import type { Reason } from '../../contract/decisions.ts'
import type { ReasonCodesFixedBy, DeclineCode } from '../../contract/reasons.ts'
import type { AgentNextStep } from '../tool.ts'
import { nextStepOfAskingOwner, type DeclinedCharge, nextStepOfTellingOwner } from './ask-owner.ts'

type Step = (reason: Reason, declined: DeclinedCharge) => AgentNextStep

const wait: Step = (reason, declined) =>
  reason.retryAt === undefined
    ? nextStepOfAskingOwner(reason, declined)
    : {
        tool: 'check_purchase',
        at: reason.retryAt,
        say: 'Time alone helps: check again at `at`, not before, and once. If it is declined then, too, tell your owner.',
      }
const name =
  (field: string): Step =>
  () => ({
    tool: 'check_purchase',
    say: `The rules of this card need \`${field}\`: check once more with it. If you cannot know it, choose another shop.`,
  })

/** The next step after a decline for a reason that the agent can remove by another request. A code without a row does not compile. */
const byRequest: Readonly<Record<ReasonCodesFixedBy<'you'>, Step>> = {
  currency_not_supported: ({ limit }) => ({
    say: `The card pays only ${typeof limit === 'string' ? limit : 'its own currency'}. Have the shop charge in that currency, or choose another shop.`,
  }),
  mcc_missing: name('mcc'),
  merchant_missing: name('merchant'),
  country_missing: name('country'),
  intent_missing: () => ({
    tool: 'check_purchase',
    say: 'No intent waits for such a purchase. Check it: the answer says whether it was paid already, and what to do.',
  }),
  intent_mismatch: () => ({
    say: 'The charge differs from what you declared, in its total or its shop. Cancel that intent, then check and declare what the shop really charges under a new reference.',
  }),
  // The agent's next step after a duplicate charge names no tool. `explain_decline` without an id would explain this same decline again,
  // and its reason is known already.
  duplicate_charge: () => ({
    say: 'The same charge was just paid: list_transactions shows it. Do not pay again, and stop if it was the purchase.',
  }),
  credentials_invalid: () => ({
    tool: 'list_intents',
    args: { status: 'pending' },
    say: 'The checkout got a wrong expiry or CVV. Have the card filled in again for the intent, once, and do not type it yourself. If that is declined, too, tell your owner.',
  }),
}

/** The next step after any other decline. About an expired card no change is requested: the owner makes a new card. */
const byOthers: Step = (reason, declined) =>
  reason.code === 'card_expired' ? nextStepOfTellingOwner() : wait(reason, declined)

const stepAfter = (code: DeclineCode): Step =>
  code in byRequest ? byRequest[code as ReasonCodesFixedBy<'you'>] : byOthers

/**
 * The next step about the reason, of several, that takes longest to remove. A reason that the owner has to remove comes first, then one
 * that time removes, then one that the agent can remove.
 */
export function nextStepAfterDeclineReasons(reasons: readonly Reason[], declined: DeclinedCharge): AgentNextStep {
  const first = ORDER.flatMap((who) => reasons.filter(({ fixedBy }) => fixedBy === who))[0]
  return first === undefined ? { say: 'Nothing stands in the way.' } : stepAfter(first.code)(first, declined)
}

const ORDER = ['owner', 'time', 'you'] as const
