import { Type } from 'typebox'
import type { ChangeRequestStatus, CreateChangeRequestBody } from '../../contract/change-requests.ts'
import { cardId, text } from '../fields.ts'
import { foreign } from '../foreign.ts'
import { inputs, type Next, outputs, tool, type ToolCall, writing } from '../tool.ts'
import { whichCard } from '../which-card.ts'

export const requestChange = tool({
  name: 'request_change',
  title: 'Ask for a change',
  description:
    'Ask your owner for more: a limit, a shop, an unfreeze. A person decides; the same call again says what became of it.',
  input: inputs({
    change: text(64, 'As `next` gave it, like policy.limits.perDay, allow.merchant, status.'),
    wanted: text(256, 'The new value: cents, a shop, `active`.'),
    why: text(500, 'What you need it for.'),
    transactionId: Type.Optional(text(64, 'What was declined.')),
    cardId,
  }),
  output: outputs({
    requestId: Type.String(),
    status: Type.String(),
    approvalUrl: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
  }),
  hints: writing,
  uses: ['listCards', 'createChangeRequest'],

  async run(call, { change, wanted, why, transactionId, cardId: named }) {
    const { id, status, approvalUrl, note } = await call.purser.changeRequests.create(
      {
        ...(await askedOf(call, change, named)),
        wanted: wantedOf(change.replace(OF_AGENT, ''), wanted),
        why,
        ...(transactionId === undefined ? {} : { transactionId }),
      },
      { signal: call.signal },
    )
    return {
      requestId: id,
      status,
      ...(approvalUrl === undefined ? {} : { approvalUrl }),
      ...(note === undefined ? {} : { note: foreign(note) }),
      next: byStatus[status],
    }
  },
})

const OF_AGENT = /^agent\./

async function askedOf(call: ToolCall, change: string, named: string | undefined) {
  const { agentId } = call.asker
  return OF_AGENT.test(change) && agentId !== null ? { agentId } : { cardId: await whichCard(call, named) }
}

/** `policy.limits.perDay` and `5000` as the API has it, which checks it. */
function wantedOf(change: string, wanted: string): CreateChangeRequestBody['wanted'] {
  const value = change.startsWith('allow.') ? wanted : valueOf(wanted)
  return change.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as never
}

const WORDS: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

function valueOf(wanted: string): unknown {
  if (/^\d+(\.\d+)?$/.test(wanted)) return Number(wanted)
  return Object.hasOwn(WORDS, wanted) ? WORDS[wanted] : wanted
}

const over: Next = { say: 'It was not decided. Ask again if you need it still.' }

/** What to do with a request, by what became of it. A status without a row does not compile. */
const byStatus: Readonly<Record<ChangeRequestStatus, Next>> = {
  pending: {
    say: 'A person decides: give them approvalUrl, and go on with something else. The same call later says what they decided.',
  },
  approved: { tool: 'check_purchase', say: 'It is changed. Check the purchase again.' },
  rejected: {
    say: 'A person said no: note says why, where they gave a reason. Do not ask for it another way; tell your owner that you stop.',
  },
  expired: over,
  canceled: over,
}
