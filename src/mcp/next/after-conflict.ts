import { toolInputOfApiField, type ToolWords } from '../input/tool-words.ts'
import type { AgentNextStep } from '../tool.ts'

/** The details of an `intent_conflict`: an intent with the same reference that the new declaration cannot correct. */
interface Conflict {
  readonly intentId: string
  readonly status: string
  readonly differing: readonly string[]
  /** Whether a person has rejected the intent, or has revoked its approval. */
  readonly isRefused: boolean
}

/** The conflict that the details of an `intent_conflict` describe. Null: the card has as many intents as it may have. */
export function intentConflictIn(details: Readonly<Record<string, unknown>> = {}): Conflict | null {
  const { intentId, status, differing, revokedBy } = details
  if (typeof intentId !== 'string' || typeof status !== 'string' || !Array.isArray(differing)) return null
  return {
    intentId,
    status,
    differing: differing.map(String),
    isRefused: status === 'rejected' || revokedBy !== undefined,
  }
}

/** The message about an intent conflict, in the words of the tool. */
export const intentConflictMessage = ({ status, differing }: Conflict, words?: ToolWords): string =>
  `This \`reference\` has an intent (${status}) that cannot be corrected any more. What differs: ${differing.map((field) => `\`${(words && toolInputOfApiField(words, field)) ?? field}\``).join(', ')}.`

/**
 * The two ways out of an intent conflict: cancel the earlier intent, if it is open, or use a new reference. If a person has refused the
 * intent, a new reference is only for another purchase, so that it does not circumvent the refusal.
 */
export function nextStepAfterIntentConflict({ intentId, status, isRefused }: Conflict): AgentNextStep {
  if (status === 'pending' || status === 'pending_approval') {
    return {
      tool: 'cancel_intent',
      args: { intentId },
      say: 'If this replaces the earlier one, cancel that with cancel_intent and declare this under a new `reference`. If it is another purchase, declare it under a new `reference`.',
    }
  }
  if (isRefused) {
    return {
      tool: 'get_intent',
      args: { intentId },
      say: 'A person rejected it, or took back their approval: do not declare the same again, however it is worded. Only another purchase is declared, under a new `reference`.',
    }
  }
  return { tool: 'declare_intent', say: 'Declare this purchase under a new `reference`.' }
}
