import type { Intent } from '../../contract/resources/intents.ts'
import type { NotPayableReason } from '../../contract/resources/intents/payable.ts'
import type { AgentNextStep } from '../tool.ts'

/** The next step about an obstacle to a declared purchase that no rule about purchases has raised. */
export function nextStepAfterObstacle({ code, transactionId }: NotPayableReason, intent: Intent): AgentNextStep {
  if (code === 'origin_required') {
    return {
      ...declareAgain(intent),
      say: `Your owner limits where the card may be entered. ${again(intent)} with its \`origin\`, one that get_budget names.`,
    }
  }
  if (code === 'origin_not_allowed') {
    return {
      ...declareAgain(intent),
      say: `Your owner does not allow the card at that \`origin\`. If it is the wrong one, ${again(intent).toLowerCase()} with one that get_budget names; if it is right, ask once with request_change, change allow.origin.`,
    }
  }
  if (code === 'subscription_not_open') {
    return {
      tool: 'manage_subscription',
      args: { action: 'list' },
      say: 'Its subscription has ended, is paused, or has had its charge of this period. Look at it, and cancel this intent; pay nothing twice.',
    }
  }
  return {
    tool: 'explain_decline',
    args: transactionId === undefined ? {} : { transactionId },
    say: 'The shop has tried it, and would be declined again. See why before anything else, and do not pay again as it is.',
  }
}

/** Whether a person has approved the intent. Such an intent is not corrected: it would become another purchase than the person saw. */
const isSettled = ({ approvedBy }: Intent): boolean => approvedBy !== undefined

const declareAgain = (intent: Intent): Pick<AgentNextStep, 'tool' | 'args'> =>
  isSettled(intent) ? { tool: 'cancel_intent', args: { intentId: intent.id } } : { tool: 'declare_intent' }

const again = (intent: Intent): string =>
  isSettled(intent)
    ? 'Cancel this one, and declare the purchase under a new `reference`'
    : 'Declare the purchase again under the same `reference`'
