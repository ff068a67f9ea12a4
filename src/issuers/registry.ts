import type { Issuer } from './issuer.ts'
import { lithic } from './lithic/lithic.ts'
import { purser } from './purser/purser.ts'
import { stripe } from './stripe/stripe.ts'

export const issuers = { purser, stripe, lithic } as const satisfies Readonly<Record<string, Issuer>>

export type IssuerName = keyof typeof issuers

export const isIssuer = (name: string): name is IssuerName => Object.hasOwn(issuers, name)
