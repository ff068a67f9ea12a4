import * as all from './all-issuers.ts'
import type { Issuer } from './issuer.ts'
import type { ExternalIssuer } from './names.ts'

/** The issuers beside Purser itself, by their names. An issuer that has a name and no line in `all-issuers.ts` does not compile. */
export const issuers = all satisfies Readonly<Record<ExternalIssuer, Issuer>>

/** The issuer with this name, as the type `Issuer`, which has what all issuers can do. */
export const issuerNamed = (name: ExternalIssuer): Issuer => issuers[name]
