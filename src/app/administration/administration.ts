import type { ApiKey } from '../../contract/resources/api-keys.ts'
import { ApiError } from '../../contract/errors.ts'
import {
  type OperationInputOf,
  type OperationName,
  operations,
  type OperationOutputOf,
} from '../../contract/operations.ts'
import { refuseCardNumbers } from '../../http/body/card-numbers.ts'
import { operationInputReader } from '../../http/body/input.ts'
import type { Invitation, Person, PersonRole } from '../../contract/resources/people.ts'
import { monotonicIds } from '../../lib/ids.ts'
import {
  apiKeyView,
  type ApiKeyContext,
  makeApiKey,
  revokeApiKey,
  rotateApiKeyAtShell,
} from '../../services/accounts/api-keys.ts'
import { makeInvitation } from '../../services/people/invitations.ts'
import { demandPasswordSignIn, signInMethodOf } from '../../services/people/no-password.ts'
import { makePasswordReset } from '../../services/people/password-resets.ts'
import { invitationView, personView } from '../../services/people/person-view.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import { listApiKeys } from '../../store/accounts/api-keys.ts'
import type { AuditKeys } from '../../store/audit/audit-macs.ts'
import { type AuditDeps, inAuditedTransaction } from '../../store/audit/trail.ts'
import { listInvitations } from '../../store/people/invitations.ts'
import { isEmailTaken, listPeople, peopleWithEmail } from '../../store/people/people.ts'
import type { Database } from '../../store/connection/database.ts'
import type { AccountRow } from '../../store/rows/tables.ts'
import type { LoadedListPage, ListPageRequest } from '../../store/statements/keyset.ts'
import type { Vault } from '../../vault/vault.ts'
import { withMigratedDatabase } from './borrowed-database.ts'
import { openDatabaseVault } from './database-vault.ts'
import { createAccountWithKey, type FirstAdminKey, OWNER_INVITATION_LIFE_MS } from './first-admin-key.ts'
import type { Logger } from '../telemetry/logger.ts'
import { explainMasterKeyError, masterKeySource } from '../master-keys.ts'
import { OperatorError } from '../operator-error.ts'
import type { Settings } from '../settings/options.ts'
import { assertOneMasterKey } from '../settings/servable.ts'
import { shellOperatorPrincipal, auditedActOfShell } from './shell-act.ts'

/**
 * The work of `purser` commands on accounts, people and API keys, directly in the database. The commands need no API key, because whoever
 * runs them can read the data directory anyway.
 */
export interface AccountAdministration {
  accounts(): Promise<AccountRow[]>
  /** Makes an account. Resolves to the secrets of its first admin key, and of the invitation of its first owner. */
  createAccount(name: string): Promise<Pick<FirstAdminKey, 'secret' | 'ownerInvitation'>>
  /** The people of an account, and the invitations that wait, the newest first. */
  people(accountId: string): Promise<{ readonly joined: Person[]; readonly invited: Invitation[] }>
  /** Invites a person. Resolves to the secret of the invitation. */
  invite(accountId: string, whom: { readonly email: string; readonly role: PersonRole }): Promise<string>
  /** Makes a link with which a person of the account sets a new password. Resolves to the secret of the link. */
  resetPassword(accountId: string, email: string): Promise<string>
  keys(accountId: string): Promise<ApiKey[]>
  /** Makes an API key. `body` is the body of the request `POST /api-keys`. */
  createKey(accountId: string, body: object): Promise<OperationOutputOf<'createApiKey'>>
  revokeKey(accountId: string, keyId: string): Promise<ApiKey>
  /** Gives an API key a new secret. The previous secret stays valid for `overlapMs`. */
  rotateKey(accountId: string, keyId: string, overlapMs: number): Promise<OperationOutputOf<'rotateApiKey'>>
}

/** Runs `work` on the database of the settings, for `purser` commands of an administrator. Works also beside a running service. */
export function withAccountAdministration<T>(
  settings: Settings,
  logger: Logger,
  work: (administration: AccountAdministration) => Promise<T>,
  { makesDatabase = false } = {},
): Promise<T> {
  return withMigratedDatabase(settings, logger, (database) => work(administrationOf(database, settings, logger)), {
    makesDatabase,
  }).catch((error: unknown) => {
    throw error instanceof ApiError
      ? new OperatorError([error.message, error.extras.hint].filter(Boolean).join(' '))
      : error
  })
}

function administrationOf(database: Database, settings: Settings, logger: Logger): AccountAdministration {
  const ids = monotonicIds(database.clock)
  const by = (operation: string, vault: AuditKeys): AuditDeps => ({ ids, vault, act: auditedActOfShell(operation) })
  const inAccount = async <T>(
    { accountId, operation }: { accountId: string; operation: OperationName },
    work: (context: ApiKeyContext & { readonly vault: Vault }) => Promise<T>,
  ): Promise<T> => {
    const vault = await openVault()
    return inAuditedTransaction(database, by(operation, vault), (writing) =>
      work({ ...writing, vault, clock: database.clock, principal: shellOperatorPrincipal(accountId) }),
    )
  }
  /** The vault signs each change in the audit trail, so every command that changes something needs the master key. */
  const openVault = async () => {
    assertOneMasterKey(settings)
    const masterKeys = await masterKeySource(settings)
    return (await openDatabaseVault(database, { masterKeys, settings, logger }).catch(explainMasterKeyError)).vault
  }
  const readBody = operationInputReader(operations.createApiKey, settings)

  return {
    accounts: () => listAccounts(database.db),
    createAccount: async (name) => {
      refuseCardNumbers({ name }, settings.cardBin)
      const making = { clock: database.clock, vault: await openVault(), maxKeyDays: settings.maxKeyDays }
      return inAuditedTransaction(database, by('createAccount', making.vault), (writing) =>
        createAccountWithKey(writing, { name, chosen: null, ...making }),
      )
    },
    people: (accountId) => peopleOf(database, accountId),
    invite: async (accountId, whom) => {
      const vault = await openVault()
      const request = { accountId, ...whom, lifeMs: OWNER_INVITATION_LIFE_MS, atShell: true }
      return inAuditedTransaction(database, by('createInvitation', vault), async (writing) => {
        if (await isEmailTaken(writing.tx, accountId, whom.email.toLowerCase())) throw new ApiError('person_exists')
        return (await makeInvitation(writing, vault, request)).secret
      })
    },
    resetPassword: async (accountId, email) => {
      demandPasswordSignIn({ settings })
      const vault = await openVault()
      return inAuditedTransaction(database, by('createPasswordReset', vault), async (writing) => {
        const known = await peopleWithEmail(writing.tx, email.toLowerCase())
        const person = known.find(({ account_id }) => account_id === accountId)
        if (person === undefined) throw await notJoined(database, accountId, email)
        if (settings.oidcIssuer !== null && signInMethodOf(person) === 'provider')
          throw new ApiError('provider_required')
        return (await makePasswordReset(writing, vault, person)).secret
      })
    },
    keys: (accountId) => allKeys(database, accountId),
    createKey: async (accountId, body) => {
      const input = readBody({
        params: {},
        query: {},
        body: { value: body, looseIntegers: [], inexact: undefined },
      }) as OperationInputOf<'createApiKey'>
      return inAccount({ accountId, operation: 'createApiKey' }, (context) =>
        makeApiKey({ ...context, settings }, input),
      )
    },
    revokeKey: (accountId, keyId) =>
      inAccount({ accountId, operation: 'revokeApiKey' }, (context) =>
        revokeApiKey(context, { params: { keyId }, query: {}, body: undefined }),
      ),
    rotateKey: (accountId, keyId, overlapMs) =>
      inAccount({ accountId, operation: 'rotateApiKey' }, (context) => rotateApiKeyAtShell(context, keyId, overlapMs)),
  }
}

const PAGE = 500

/** The error about a person whom a command names and who has not joined: either invited only, or unknown. */
async function notJoined(database: Database, accountId: string, email: string): Promise<Error> {
  const { invited } = await peopleOf(database, accountId)
  if (!invited.some((invitation) => invitation.email === email.toLowerCase())) return new ApiError('person_not_found')
  return new OperatorError(
    `${email} is invited and has not joined yet, so there is no password to replace. If the link is lost, invite them again: purser people invite ${email}`,
  )
}

async function peopleOf({ db, clock }: Database, accountId: string) {
  const now = clock.now()
  const people = await allPages((page) => listPeople(db, accountId, page))
  const invitations = await allPages((page) => listInvitations(db, accountId, page))
  return {
    joined: people.map(personView),
    invited: invitations.map((row) => invitationView(row, now)).filter(({ status }) => status === 'pending'),
  }
}

/** Loads all pages of a list from the store, and returns their rows. */
async function allPages<Row extends { id: string }>(
  load: (page: ListPageRequest) => Promise<LoadedListPage<Row>>,
): Promise<Row[]> {
  const all: Row[] = []
  for (let after = null as string | null; ;) {
    const loaded = await load({ limit: PAGE, after })
    const rows = Array.isArray(loaded) ? loaded : loaded.rows
    const page = rows.slice(0, PAGE)
    all.push(...page)
    const last = page.at(-1)
    if (rows.length <= PAGE || last === undefined) return all
    after = last.id
  }
}

const allKeys = async ({ db }: Database, accountId: string): Promise<ApiKey[]> =>
  (await allPages((page) => listApiKeys(db, accountId, page))).map(apiKeyView)
