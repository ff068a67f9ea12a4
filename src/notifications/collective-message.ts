import { notificationMessageKindOf } from '../domain/events/message-hour.ts'
import type { NotificationText } from './notification-text.ts'

interface Counted {
  readonly type: string
  /** The number of notifications that were held back, in place of which this one message is sent. */
  readonly counts: number
  /** The name that notifications use for the agent, or for the card where it has no agent. */
  readonly name: string
  readonly data: { readonly agentId?: string | null; readonly cardId?: string | null }
}

/** The message that stands for further notifications about one agent or card, which are not sent because too many came within an hour. */
export function collectiveNotification({
  type,
  counts,
  name,
  data: { agentId = null, cardId },
}: Counted): NotificationText {
  const about = `You got many messages about ${name} within an hour. This one stands for ${counts} more.`
  if (notificationMessageKindOf(type) === 'report') {
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
