import { reasonCatalogue as wholeCatalogue, type ReasonEntry } from '../../../../src/contract/reasons.ts'
import { words } from '../format.ts'

/** The parts of a row that the dashboard does not read, so that its scripts have none of them. */
export type UnreadReasonPart = Exclude<keyof ReasonEntry, 'label'>

const reasonCatalogue: Readonly<Record<string, Omit<ReasonEntry, UnreadReasonPart>>> = wholeCatalogue

/** `per_day_exceeded` as people say it: `Over the limit per day`. */
export const codeName = (code: string): string => reasonCatalogue[code]?.label ?? words(code)

/** The codes of the reasons, in the order in which reasons are reported. */
export const reasonNames: readonly string[] = Object.keys(reasonCatalogue)
