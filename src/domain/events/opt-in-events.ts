import type { EventType } from '../../contract/events.ts'

/**
 * Events that a receiver gets only if it subscribes to their type by name: `*` does not include them. They are not stored, because they are
 * made from what they report, and are not listed with other events.
 */
export const optInEvents = ['audit.recorded'] as const satisfies readonly EventType[]

export const isOptInEventType = (type: string): boolean => (optInEvents as readonly string[]).includes(type)
