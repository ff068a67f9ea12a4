import { reasonCatalogue as wholeCatalogue, type ReasonCatalogueRow } from '../../../../src/contract/reasons.ts'
import { apiCodeAsWords } from '../format.ts'

/** The members of the reason catalogue's rows that the dashboard does not read, so that its scripts leave them out. */
export type UnreadReasonCatalogueMember = Exclude<keyof ReasonCatalogueRow, 'label'>

const reasonCatalogue: Readonly<Record<string, Omit<ReasonCatalogueRow, UnreadReasonCatalogueMember>>> = wholeCatalogue

/** A decline reason's code as a phrase: `per_day_exceeded` becomes `Over the limit per day`. */
export const reasonLabel = (code: string): string => reasonCatalogue[code]?.label ?? apiCodeAsWords(code)

/** The codes of the decline reasons, in the order in which decisions report them. */
export const reasonCodes: readonly string[] = Object.keys(reasonCatalogue)
