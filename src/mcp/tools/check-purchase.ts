import { Type } from 'typebox'
import type { Reason } from '../../contract/decisions.ts'
import type { Policy } from '../../contract/policy.ts'
import { amount, cardId, country, mcc, merchant } from '../fields.ts'
import { afterReasons } from '../next/after-reasons.ts'
import { inputs, type Next, outputs, reading, tool } from '../tool.ts'
import { whichCard } from '../which-card.ts'
import { ReasonOut, reasonsOut } from '../reasons-out.ts'

const verdicts = ['ok', 'ok_after_intent', 'ok_after_approval', 'no'] as const
type Verdict = (typeof verdicts)[number]

export const checkPurchase = tool({
  name: 'check_purchase',
  title: 'Check a purchase',
  description:
    'Would this purchase be approved right now? Spends and reserves nothing. `ok_after_intent`: declare it first; `ok_after_approval`: a person decides after you declared it; `no`: `reasons` say why and who can change it.',
  input: inputs({ amount, merchant, mcc, country, cardId }),
  output: outputs({
    verdict: Type.Enum([...verdicts]),
    cardId: Type.String(),
    reasons: Type.Array(ReasonOut),
    available: Type.Optional(Type.Integer()),
  }),
  hints: reading,
  uses: ['listCards', 'evaluateSpend'],

  async run(call, { amount: cents, merchant: name, mcc: code, country: from, cardId: wanted }) {
    const card = await whichCard(call, wanted)
    const {
      reasons: decided,
      flags,
      context,
    } = await call.purser.spend.evaluate(
      {
        cardId: card,
        amount: cents,
        merchant: {
          name,
          ...(code === undefined ? {} : { mcc: code }),
          ...(from === undefined ? {} : { country: from }),
        },
      },
      {},
      { signal: call.signal },
    )
    // Not yet declared is a step and no refusal.
    const reasons = decided.filter(({ code: reason }) => reason !== 'intent_missing')
    const verdict = verdictOf(reasons, cents, context.policy, flags.requiresIntent)
    return {
      verdict,
      cardId: card,
      reasons: reasonsOut(reasons),
      ...(context.available === undefined ? {} : { available: context.available }),
      next:
        verdict === 'no' ? afterReasons(reasons) : declare(verdict, { amount: cents, merchant: name, cardId: card }),
    }
  },
})

function verdictOf(reasons: readonly Reason[], cents: number, policy: Policy, requiresIntent: boolean): Verdict {
  if (reasons.length > 0) return 'no'
  if (!requiresIntent) return 'ok'
  return policy.requireApproval === true && cents >= (policy.autoApproveBelow ?? 0)
    ? 'ok_after_approval'
    : 'ok_after_intent'
}

const SAY: Readonly<Record<Exclude<Verdict, 'no'>, string>> = {
  ok: 'Declare it, so that your owner sees what it is for, then pay.',
  ok_after_intent: 'Declare it, then pay.',
  ok_after_approval: 'Declare it; a person then decides, and you wait with get_intent.',
}

const declare = (verdict: Exclude<Verdict, 'no'>, args: Record<string, unknown>): Next => ({
  tool: 'declare_intent',
  args,
  say: SAY[verdict],
})
