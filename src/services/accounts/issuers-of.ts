import { isIssuerName, type IssuerName } from '../../issuers/names.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/connection/db.ts'
import type { ServiceSettings } from '../request/context.ts'

/**
 * The issuers that can issue an account's cards. The first one is the default. Only the first account has issuers beside Purser, because
 * the operator's keys at issuers belong to it.
 */
export async function issuersOfAccount(
  db: Db,
  accountId: string,
  { issuer, issuers }: Pick<ServiceSettings, 'issuer' | 'issuers'>,
): Promise<readonly IssuerName[]> {
  if (issuers.length === 0) return ['purser']
  if (!(await isFirstAccount(db, accountId))) return ['purser']
  return [...new Set([issuer, ...issuers, 'purser'])].filter(isIssuerName)
}

export async function isFirstAccount(db: Db, accountId: string): Promise<boolean> {
  const [first] = await listAccounts(db)
  return first?.id === accountId
}
