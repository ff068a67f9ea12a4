/** The issuers of cards beside Purser itself, with their names for people. Every list of issuers follows from this one, in its order. */
const titles = {
  stripe: 'Stripe',
  lithic: 'Lithic',
} as const

/** Issuers beside Purser itself: they ask for decisions and report events. */
export type AskingIssuer = keyof typeof titles
export const askingIssuers = Object.keys(titles) as AskingIssuer[]

/** The issuers of cards: Purser itself, and the others. */
export type IssuerName = 'purser' | AskingIssuer
export const issuerNames: IssuerName[] = ['purser', ...askingIssuers]

export const isIssuer = (name: string): name is IssuerName => issuerNames.some((each) => each === name)
export const isAskingIssuer = (name: string): name is AskingIssuer => Object.hasOwn(titles, name)

/** The name of an issuer for people. */
export const issuerTitle = (name: IssuerName): string => (name === 'purser' ? 'Purser' : titles[name])
