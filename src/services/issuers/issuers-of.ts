import { isIssuer, type IssuerName } from '../../issuers/registry.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import type { Db } from '../../store/connection/db.ts'
import type { ServiceSettings } from '../request/context.ts'

/** Who can issue cards of an account, the one first that does where a card names none. The keys of others than Purser are the first account's. */
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
