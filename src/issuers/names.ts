/** The issuers of cards beside Purser itself, with their names for people. Every list of issuers follows from this one, in its order. */
const titles = {
  stripe: 'Stripe',
  lithic: 'Lithic',
} as const

/** Issuers beside Purser itself: they ask for decisions and report events. */
export type ExternalIssuer = keyof typeof titles
export const externalIssuers = Object.keys(titles) as ExternalIssuer[]

/** The issuers of cards: Purser itself, and the others. */
export type IssuerName = 'purser' | ExternalIssuer
export const issuerNames: IssuerName[] = ['purser', ...externalIssuers]

export const isIssuerName = (name: string): name is IssuerName => issuerNames.some((each) => each === name)
export const isExternalIssuer = (name: string): name is ExternalIssuer => Object.hasOwn(titles, name)

/** The name of an issuer for people. */
export const issuerTitle = (name: IssuerName): string => (name === 'purser' ? 'Purser' : titles[name])
