import { isIssuer, type IssuerName } from '../../issuers/registry.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/connection/db.ts'
import type { ServiceSettings } from '../request/context.ts'

/**
 * The issuers that can issue an account's cards. The first one is the default. Only the first account has issuers beside Purser, because
 * the operator's keys at issuers belong to it.
 */
export async function issuersOf(
  db: Db,
  accountId: string,
  { issuer, issuers }: Pick<ServiceSettings, 'issuer' | 'issuers'>,
): Promise<readonly IssuerName[]> {
  if (issuers.length === 0) return ['purser']
  const [first] = await listAccounts(db)
  if (first?.id !== accountId) return ['purser']
  return [...new Set([issuer, ...issuers, 'purser'])].filter(isIssuer)
}
