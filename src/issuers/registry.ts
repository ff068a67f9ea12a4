import * as folders from './folders.ts'
import type { Issuer } from './issuer.ts'
import type { AskingIssuer } from './sheets.ts'

/** The issuers beside Purser itself, by their names. An issuer that has a sheet and no line in `folders.ts` does not compile. */
export const issuers = folders satisfies Readonly<Record<AskingIssuer, Issuer>>

/** An issuer, with one type for all. */
export const issuerOf = (name: AskingIssuer): Issuer => issuers[name]
