import type { IssuerConnection } from '../../contract/resources/issuer-connections.ts'
import { issuerSheets } from '../../issuers/sheets.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { readApiKeyUses } from '../../store/accounts/api-key-uses.ts'
import type { ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'
import { isFirstAccount } from '../accounts/issuers-of.ts'

const endpoints = ['authorizations', 'events', 'challenges'] as const
export type IssuerEndpointName = (typeof endpoints)[number]

/**
 * The id under which the last use of an issuer's endpoint is stored, in the same table as the uses of API keys. The secret with which the
 * issuer signs counts as a key, too.
 */
export const issuerEndpointUseId = (issuer: string, endpoint: IssuerEndpointName): string =>
  `issuer ${issuer} ${endpoint}`

const listIssuerConnections: ReadOperationService<'listIssuerConnections'> = async ({ db, principal, settings }) => {
  if (!(await isFirstAccount(db, principal.accountId))) return { data: [] }
  const { issuerConnections } = settings
  const uses = await readApiKeyUses(
    db,
    issuerConnections.flatMap(({ name }) => endpoints.map((endpoint) => issuerEndpointUseId(name, endpoint))),
  )
  const endpointOf = (name: IssuerConnection['name'], endpoint: IssuerEndpointName) => {
    const usedAt = uses.get(issuerEndpointUseId(name, endpoint))
    return {
      path: `/issuers/${name}/${endpoint}`,
      ...(usedAt !== undefined && { lastRequestAt: isoTimestamp(usedAt) }),
    }
  }
  return {
    data: issuerConnections.map((connection) => ({
      ...connection,
      settings: [...connection.settings],
      authorizations: endpointOf(connection.name, 'authorizations'),
      events: endpointOf(connection.name, 'events'),
      ...(issuerSheets[connection.name].endpoints.challenges !== null && {
        challenges: endpointOf(connection.name, 'challenges'),
      }),
    })),
  }
}

export const issuerConnectionHandlers = { listIssuerConnections: readOperationHandler(listIssuerConnections) }
