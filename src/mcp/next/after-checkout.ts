import type { FilledCheckout, AgentNextStep, ReportedCheckoutObstacle } from '../tool.ts'

const TOKEN =
  'This shop wants a payment token, and your card has none. Tell your owner, and do not pay there in another way.'
const LOOK = 'Look for the charge before anything else'

/** The next step after a checkout to which the card was sent, or whose page has another step first. */
export function nextStepAfterCheckout(
  { outcome, obstacle, answer, submit, unticked, sentence }: FilledCheckout,
  intentId: string,
): AgentNextStep {
  if (answer === undefined) {
    const args = { intentId, ...(submit === undefined ? {} : { submit }) }
    return {
      tool: 'pay_at_checkout',
      args,
      say: `${sentence} Call once with the button in \`submit\`, then finish the order there.`,
    }
  }
  const look = { tool: 'list_transactions', args: { intentId } }
  if (outcome === 'submitted') {
    const box = unticked === undefined ? '' : ' A box that saves the card was unticked.'
    return { ...look, say: `The checkout was filled in and submitted.${box} Look for the charge.` }
  }
  if (obstacle === 'payment_required') return nextStepForPaymentToken(intentId)
  if (obstacle === '3ds_challenge') {
    return {
      tool: 'get_intent',
      args: { intentId },
      say: `${sentence} See what your owner is asked, and do not pay again.`,
    }
  }
  if (obstacle === 'step') {
    return {
      ...look,
      say: `${sentence} Press the button that places the order there, once, and then look for the charge.`,
    }
  }
  return {
    ...look,
    say: `${sentence} ${LOOK}: if there is none, report_purchase with this obstacle, and do not pay again.`,
  }
}

/** The next step after a checkout to which no card was sent. */
export function nextStepAfterRefusedCheckout(
  obstacle: ReportedCheckoutObstacle | undefined,
  intentId: string,
): AgentNextStep {
  const again = { tool: 'pay_at_checkout', args: { intentId } }
  return obstacle === undefined || forThePage.has(obstacle)
    ? {
        ...again,
        say: 'Do on the page what the message says, then call again. If it is refused twice, report_purchase.',
      }
    : { tool: 'report_purchase', args: { intentId, outcome: 'failed', obstacle }, say: 'No card was sent. Report it.' }
}

/** The obstacles that an agent can remove on the checkout's page, or by naming a button. */
const forThePage: ReadonlySet<ReportedCheckoutObstacle> = new Set([
  'covered',
  'hidden',
  'step',
  'terms',
  'page_error',
  'nothing_sent',
  'price_changed',
])

/** The next step after a shop's answer 402 that asks for a payment token (the HTTP scheme `Payment`). */
export const nextStepForPaymentToken = (intentId: string): AgentNextStep => ({
  tool: 'report_purchase',
  args: { intentId, outcome: 'failed', obstacle: 'payment_required' },
  say: TOKEN,
})
