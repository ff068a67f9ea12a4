import type { Event, EventType } from '../../contract/events.ts'
import type { Purser } from '../remote/client.ts'
import { eventTriggers } from './acts.ts'
import { customerIdOfTriggerCommand } from './own-resources.ts'

export interface ShellTriggeredEvent {
  /** The triggered event as it was stored. Null where it comes later, or is sent only to one webhook. */
  readonly event: Event | null
  /** The time at which the triggered event comes; null where it has come already. */
  readonly comesAt: string | null
}

/** Makes an event happen, and returns it as it was stored. */
export async function triggerEvent(purser: Purser, type: EventType, webhookId: string): Promise<ShellTriggeredEvent> {
  const customerId = await customerIdOfTriggerCommand(purser)
  const { about, comesAt = null } = await eventTriggers[type]({ purser, customerId, webhookId })
  const { data } = comesAt === null ? await purser.events.list({ type, limit: 100 }) : { data: [] }
  return { event: data.find((event) => Object.values(event.data).includes(about)) ?? null, comesAt }
}
