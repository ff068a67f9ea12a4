import type { ApiKey } from '../contract/api-keys.ts'
import { ApiError } from '../contract/errors.ts'
import { operations, type OutputOf } from '../contract/operations.ts'
import { refuseCardNumbers } from '../http/card-numbers.ts'
import { inputReader } from '../http/input.ts'
import { systemClock } from '../lib/clock.ts'
import { monotonicIds } from '../lib/ids.ts'
import { apiKeyView, createApiKey, type KeyContext, revokeApiKey } from '../services/api-keys.ts'
import { listAccounts } from '../store/accounts.ts'
import { listApiKeys } from '../store/api-keys.ts'
import type { Database, Tx } from '../store/database.ts'
import type { AccountRow } from '../store/tables.ts'
import { withBorrowedDatabase } from './borrowed-database.ts'
import { createAccountWithKey } from './first-admin-key.ts'
import type { Logger } from './logger.ts'
import { OperatorError } from './operator-error.ts'
import type { Settings } from './options.ts'

/** Accounts and API keys from the shell, on the database itself: who can read the data directory needs no key. */
export interface Administration {
  accounts(): Promise<AccountRow[]>
  /** Answers the secret of the account's first admin key. */
  createAccount(name: string): Promise<string>
  keys(accountId: string): Promise<ApiKey[]>
  /** `body`: as for `POST /api-keys`. */
  createKey(accountId: string, body: object): Promise<OutputOf<'createApiKey'>>
  revokeKey(accountId: string, keyId: string): Promise<ApiKey>
}

/** Runs `work` on the database of the settings, also beside a running service. */
export function administer<T>(
  settings: Settings,
  logger: Logger,
  work: (administration: Administration) => Promise<T>,
): Promise<T> {
  return withBorrowedDatabase(settings, logger, (database) => work(administrationOf(database, settings))).catch(
    (error: unknown) => {
      throw error instanceof ApiError ? new OperatorError(error.message) : error
    },
  )
}

function administrationOf(database: Database, settings: Settings): Administration {
  const ids = monotonicIds(systemClock)
  const inAccount = <T>(accountId: string, work: (context: KeyContext) => Promise<T>): Promise<T> =>
    database.transaction((tx: Tx) => work({ tx, clock: systemClock, ids, principal: operatorOf(accountId) }))
  const readBody = inputReader(operations.createApiKey, settings)

  return {
    accounts: () => listAccounts(database.db),
    createAccount: (name) => {
      refuseCardNumbers({ name }, settings.cardBin)
      return database.transaction((tx) => createAccountWithKey(tx, { name, clock: systemClock, chosen: null }))
    },
    keys: (accountId) => allKeys(database, accountId),
    createKey: (accountId, body) => {
      const input = readBody({ params: {}, query: {}, body: { value: body, looseIntegers: [] } })
      return inAccount(accountId, (context) => createApiKey(context, input as Parameters<typeof createApiKey>[1]))
    },
    revokeKey: (accountId, keyId) =>
      inAccount(accountId, (context) => revokeApiKey(context, { params: { keyId }, query: {}, body: undefined })),
  }
}

/** The person at the shell, as services know callers. */
const operatorOf = (accountId: string): KeyContext['principal'] => ({
  accountId,
  keyId: 'shell',
  role: 'admin',
  agentId: null,
})

const PAGE = 500

async function allKeys({ db }: Database, accountId: string): Promise<ApiKey[]> {
  const keys: ApiKey[] = []
  for (let after = null as string | null; ;) {
    const rows = await listApiKeys(db, accountId, { limit: PAGE, after })
    const page = rows.slice(0, PAGE)
    keys.push(...page.map(apiKeyView))
    const last = page.at(-1)
    if (rows.length <= PAGE || last === undefined) return keys
    after = last.id
  }
}
