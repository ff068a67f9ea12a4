import type { ApiKeyRequest } from '../../contract/resources/api-keys.ts'
import { isoTimestamp } from '../../lib/clock.ts'
import { smallestIdMadeAt, timeOfId } from '../../lib/ids.ts'
import { findApiKey } from '../../store/accounts/api-keys.ts'
import { REQUEST_LOG_LIFE_MS } from '../../store/due/retention.ts'
import { newestLoggedRequests } from '../../store/requests/request-log.ts'
import type { ApiKeyRequestRow } from '../../store/rows/key-tables.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'

const listApiKeyRequests: ReadOperationService<'listApiKeyRequests'> = async (
  context,
  { params, query: { outcome } },
) => {
  const { db, clock, principal, requestLog } = context
  const { id: keyId } = objectOr404(await findApiKey(db, principal.accountId, params.keyId), 'api_key_not_found')
  await requestLog.flush()
  const after = smallestIdMadeAt('req', clock.now() - REQUEST_LOG_LIFE_MS)
  const requestsThat = (failed: boolean) =>
    newestLoggedRequests(db, { accountId: principal.accountId, keyId, failed, after })
  const [succeeded, failed] = [
    outcome === 'failed' ? [] : await requestsThat(false),
    outcome === 'succeeded' ? [] : await requestsThat(true),
  ]
  const rows = [...succeeded, ...failed].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return { data: rows.map(requestView), notRecorded: rows.reduce((sum, row) => sum + row.missed_before, 0) }
}

const requestView = (row: ApiKeyRequestRow): ApiKeyRequest => ({
  id: row.id,
  requestId: row.request_id,
  at: isoTimestamp(timeOfId(row.id)),
  method: row.method,
  path: row.path,
  ...(row.operation === null ? {} : { operation: row.operation }),
  status: row.status,
  ...(row.error_code === null ? {} : { errorCode: row.error_code }),
  durationMs: row.duration_ms,
  ...(row.by_token ? { byToken: true } : {}),
})

export const apiKeyRequestHandlers = { listApiKeyRequests: readOperationHandler(listApiKeyRequests) }
