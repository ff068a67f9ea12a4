import type { Account } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { accountQuery } from './account.ts'

export type AccountIssuer = NonNullable<Account['issuers']>[number]
export type IssuerName = AccountIssuer['name']

export const PURSER_ISSUER: AccountIssuer = { name: 'purser', givesNumbers: true, needsBilling: false }
const ALONE = [PURSER_ISSUER]

/** The issuers with which the account can issue cards, the default issuer first. */
export const useIssuers = (): readonly AccountIssuer[] => useQuery(accountQuery).data?.issuers ?? ALONE
