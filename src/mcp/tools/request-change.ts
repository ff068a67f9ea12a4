import { Type } from 'typebox'
import type {
  ChangeRequest,
  ChangeRequestStatus,
  CreateChangeRequestBody,
} from '../../contract/resources/change-requests.ts'
import { cardIdToolField, textToolField, waitSecondsToolField } from '../fields.ts'
import { safeForeignText } from '../foreign.ts'
import { nextStepAfterDecisionWait } from '../next/after-intent.ts'
import {
  toolInputSchema,
  type AgentNextStep,
  toolOutputSchema,
  defineTool,
  type ToolCall,
  writingToolHints,
} from '../tool.ts'
import { ToolRefusal } from '../refusal.ts'
import { checkWantedLimitIsHigher } from '../wanted/limits-now.ts'
import { apiPathOfWantedChange, wantedChangeValueOf } from '../wanted/wanted-value.ts'
import { cardForPurchase } from '../cards/card-for-purchase.ts'

const POLL_MS = 2000

export const requestChangeTool = defineTool({
  name: 'request_change',
  title: 'Ask for a change',
  description: 'Ask your owner for a limit, a shop or an unfreeze, and wait.',
  input: toolInputSchema({
    change: Type.Optional(textToolField(64, 'As `next` names it.')),
    wanted: Type.Optional(textToolField(2048, '4200 cents, a shop, active.')),
    once: Type.Optional(textToolField(64, 'One intent.')),
    why: textToolField(500, 'What it is for.'),
    waitSeconds: waitSecondsToolField,
    transactionId: Type.Optional(textToolField(64, 'The charge.')),
    cardId: cardIdToolField,
  }),
  output: toolOutputSchema({
    requestId: Type.String(),
    status: Type.String(),
    approvalUrl: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
  }),
  hints: writingToolHints,
  declaresMoney: true,
  apiNames: { wanted: 'wanted', once: 'once.intent' },
  uses: ['listCards', 'evaluateSpend', 'getCardBudget', 'createChangeRequest', 'getChangeRequest'],

  async run(call, { waitSeconds: most = 0, why, transactionId, once, ...asked }) {
    const body = once === undefined ? await changeOf(call, asked) : { once: { intent: once } }
    const made = await call.purser.changeRequests.create(
      { ...body, why, ...(transactionId === undefined ? {} : { transactionId }) },
      { signal: call.signal },
    )
    return changeRequestToolOutput(await waitForDecision(call, made, most), call.now())
  },
})

interface LastingChange {
  readonly change?: string | undefined
  readonly wanted?: string | undefined
  readonly cardId?: string | undefined
}

/** The change that stays, as the API takes it. Throws a `ToolRefusal` where the tool cannot ask for it. */
async function changeOf(call: ToolCall, { change, wanted, cardId: named }: LastingChange) {
  if (change === undefined || wanted === undefined) {
    throw new ToolRefusal('not_askable', 'It asks for nothing.', {
      fixedBy: 'you',
      next: { say: 'Send `change` and `wanted`, or `once` with the intent of the one purchase.' },
    })
  }
  const path = apiPathOfWantedChange(change)
  const value = wantedChangeValueOf(path, wanted)
  const asked = await targetOf(call, change, named)
  if (typeof value === 'number') await checkWantedLimitIsHigher(call, { change: path, value, ...asked })
  return { ...asked, wanted: wantedOf(path.replace(OF_AGENT, ''), value) }
}

/** A change request as the tool and the MCP resource answer it. */
export function changeRequestToolOutput(
  { id, status, approvalUrl, note, createdAt, once }: ChangeRequest,
  now: number,
) {
  const next = status === 'approved' && once !== undefined ? payOnce(once.intent) : byStatus[status]
  return {
    requestId: id,
    status,
    ...(approvalUrl === undefined ? {} : { approvalUrl }),
    ...(note === undefined ? {} : { note: safeForeignText(note) }),
    next: status === 'pending' ? nextStepAfterDecisionWait(next, now - Date.parse(createdAt), 'the same call') : next,
  }
}

const OF_AGENT = /^agent\./

async function targetOf(call: ToolCall, change: string, named: string | undefined) {
  const { agentId } = call.asker
  return OF_AGENT.test(change) && agentId !== null ? { agentId } : { cardId: await cardForPurchase(call, named) }
}

/** Makes the API's `wanted` from a path such as `policy.limits.perDay` and a value. The API checks the result. */
const wantedOf = (path: string, value: unknown): NonNullable<CreateChangeRequestBody['wanted']> =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as never

/** Resolves with the change request when a person has decided about it, or after `most` seconds. */
async function waitForDecision(call: ToolCall, made: ChangeRequest, most: number): Promise<ChangeRequest> {
  const { purser, signal, tellProgress } = call
  let request = made
  for (let waited = 0; request.status === 'pending' && waited < most * 1000; waited += POLL_MS) {
    await tellProgress('A person has not decided yet.').catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, Math.min(POLL_MS, most * 1000 - waited)))
    request = await purser.changeRequests.get(made.id, { signal })
  }
  return request
}

const payOnce = (intentId: string): AgentNextStep => ({
  tool: 'pay_at_checkout',
  args: { intentId },
  say: 'It is approved for this purchase alone, once. Pay it before its time is over.',
})

const over: AgentNextStep = { say: 'It was not decided. Tell your owner, and ask again only if they say so.' }

/** The next step with a change request, by its status. A status without a row does not compile. */
const byStatus: Readonly<Record<ChangeRequestStatus, AgentNextStep>> = {
  pending: {
    say: 'A person decides: give them approvalUrl. The same call with `waitSeconds` waits for what they decide; after five minutes tell your owner that you stop, or go on with something else.',
  },
  approved: { tool: 'check_purchase', say: 'It is changed. Check the purchase again.' },
  rejected: {
    say: 'A person rejected it: note has the reason, if they gave one. Do not ask for it in another way; tell your owner that you stop.',
  },
  expired: over,
  canceled: over,
}
