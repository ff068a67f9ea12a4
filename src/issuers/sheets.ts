import { lithic } from './lithic/sheet.ts'
import type { IssuerSheet } from './sheet.ts'
import { stripe } from './stripe/sheet.ts'

/** The sheets of the issuers beside Purser itself. Every list of issuers follows from this one, in its order. */
export const sheets = { stripe, lithic } as const satisfies Readonly<Record<string, IssuerSheet>>

/** Issuers beside Purser itself: they ask for decisions and report events. */
export type AskingIssuer = keyof typeof sheets
export const askingIssuers = Object.keys(sheets) as AskingIssuer[]

/** The issuers of cards: Purser itself, and the others. */
export type IssuerName = 'purser' | AskingIssuer
export const issuerNames: IssuerName[] = ['purser', ...askingIssuers]

export const isIssuer = (name: string): name is IssuerName => issuerNames.some((each) => each === name)
const isAskingIssuer = (name: string): name is AskingIssuer => Object.hasOwn(sheets, name)

/** The sheet of an issuer, with one type for all sheets. Undefined: Purser itself issues the card. */
export const sheetOf = (name: string | null): IssuerSheet | undefined =>
  name !== null && isAskingIssuer(name) ? sheets[name] : undefined
