import * as all from './all-sheets.ts'
import { type ExternalIssuer, isExternalIssuer } from './names.ts'
import type { IssuerSheet } from './sheet.ts'

/** The sheets of the issuers beside Purser itself, by their names. An issuer that has a name and no line in `all-sheets.ts` does not compile. */
export const issuerSheets = all satisfies Readonly<Record<ExternalIssuer, IssuerSheet>>

/** The sheet of the issuer with this name, as the type that all sheets have. Undefined: Purser itself issues the card. */
export const issuerSheetOf = (name: string | null): IssuerSheet | undefined =>
  name !== null && isExternalIssuer(name) ? issuerSheets[name] : undefined
