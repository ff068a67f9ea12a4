import { Type } from 'typebox'
import type { Evaluation } from '../../contract/decisions.ts'
import { amount, cardId, country, mcc, merchant } from '../fields.ts'
import { withoutNumbers } from '../foreign.ts'
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
    'Would this purchase be approved right now? Spends and reserves nothing. `ok_after_approval`: a person decides once you declared it.',
  input: inputs({ amount, merchant, mcc, country, cardId }),
  output: outputs({
    verdict: Type.Enum([...verdicts]),
    cardId: Type.String(),
    reasons: Type.Array(ReasonOut),
    available: Type.Optional(Type.Integer()),
  }),
  hints: reading,
  uses: ['listCards', 'evaluateSpend'],

  // What is not yet declared is a step and no refusal: the purchase is decided as if it were.
  async run(call, { amount: cents, merchant: name, mcc: code, country: from, cardId: wanted }) {
    const card = await whichCard(call, wanted)
    const { decision, reasons, flags, context } = await call.purser.spend.evaluate(
      {
        cardId: card,
        assumeIntent: true,
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
    const verdict = verdictOf(decision, flags)
    return {
      verdict,
      cardId: card,
      reasons: reasonsOut(reasons),
      ...(context.available === undefined ? {} : { available: context.available }),
      next:
        verdict === 'no'
          ? afterReasons(reasons, { cardId: card })
          : declare(verdict, { amount: cents, merchant: withoutNumbers(name), cardId: card }),
    }
  },
})

function verdictOf(decision: Evaluation['decision'], flags: Evaluation['flags']): Verdict {
  if (decision !== 'approve') return 'no'
  if (flags.requiresApproval) return 'ok_after_approval'
  return flags.requiresIntent ? 'ok_after_intent' : 'ok'
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
