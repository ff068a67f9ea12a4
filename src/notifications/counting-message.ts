import { messageKindOf } from '../domain/events/message-hour.ts'
import type { Message } from './message.ts'

interface Counted {
  readonly type: string
  /** How many messages this one stands for. */
  readonly counts: number
  /** The agent, or the card without one, as messages call it. */
  readonly name: string
  readonly data: { readonly agentId?: string | null; readonly cardId?: string | null }
}

/** The message in place of those about one agent or card that are not sent, because too many came within an hour. */
export function countingMessage({ type, counts, name, data: { agentId = null, cardId } }: Counted): Message {
  const about = `You got many messages about ${name} within an hour. This one stands for ${counts} more.`
  if (messageKindOf(type) === 'report') {
    return {
      title: `${counts} more ${counts === 1 ? 'message' : 'messages'}: ${name}`,
      lines: [about],
      path: agentId === null ? `/cards/${cardId}` : `/agents/${agentId}`,
    }
  }
  return {
    title: `${counts} more ${counts === 1 ? 'waits' : 'wait'} for a decision: ${name}`,
    lines: [about, 'If you did not expect so many, freeze the card or stop all spending before you decide.'],
    path: agentId === null ? '/approvals' : `/approvals?agentId=${agentId}`,
  }
}
