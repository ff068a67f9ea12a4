import type { Sent } from './id-kinds.ts'
import type { OperationName, InputOf, OutputOf } from '../../contract/operations.ts'
import type { Role } from '../../contract/api-keys.ts'
import { type ApiError, type ErrorCode, type ErrorExtras, ApiError as CatalogueError } from '../../contract/errors.ts'
import type { Act } from '../../domain/audit/record.ts'
import type { AuthorizationEngine } from '../../engine/engine.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Ids } from '../../lib/ids.ts'
import type { AuditTrail } from '../../store/audit/trail.ts'
import type { Database, Db, Tx } from '../../store/database.ts'
import type { Vault } from '../../vault/vault.ts'
import type { KeyUses } from './key-uses.ts'

/** Who asks: an API key, made out to one account. */
export interface Principal {
  readonly accountId: string
  readonly keyId: string
  /** What the key is called. */
  readonly keyName: string
  readonly role: Role
  /** Set on keys of the role `agent`: all they see is this agent's. */
  readonly agentId: string | null
}

export interface ServiceSettings {
  readonly credentialReadsPerHour: number
  readonly allowPrivateWebhooks: boolean
  /** Days that a new API key lasts at most; null: as long as it is asked to. */
  readonly maxKeyDays: number | null
  /** What the card numbers of this installation begin with. */
  readonly cardBin: string
}

/** The clock of section 11, where it is switched on. */
export interface TestClockControl {
  /** Moves time and runs what fell due. Answers the new time. */
  advance(ms: number): Promise<number>
}

/** What services are made of. Wired once, in `app/`. */
export interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly engine: AuthorizationEngine
  readonly keyUses: KeyUses
  /** Authenticates pagination cursors. */
  readonly cursorKey: Buffer
  /** Tells the dispatcher that deliveries may wait; called after a commit. */
  readonly wakeDispatcher: () => void
  readonly testClock: TestClockControl | null
  readonly settings: ServiceSettings
}

interface Context extends Deps {
  readonly principal: Principal
  /** `req_...`, part of a stored error reply. */
  readonly requestId: string
  /** What the audit trail tells of whoever asks. */
  readonly act: Act
  /** What was sent, for the hints of errors. */
  readonly sent: Sent
}
export interface ReadContext extends Context {
  readonly db: Db
}
/** One transaction, committed with the idempotency record before the answer leaves. */
export interface WriteContext extends Context {
  readonly tx: Tx
  readonly audit: AuditTrail
}

/** An answer with the operation's `otherStatus` instead of its `status`: nothing was made. */
export class Existing<T> {
  readonly body: T
  constructor(body: T) {
    this.body = body
  }
}

/** An answer that is JSON already: `T` is what it says. */
export class Written<T> {
  readonly json: Buffer
  declare readonly says: T
  constructor(parts: readonly Buffer[]) {
    this.json = Buffer.concat(parts)
  }
}

/**
 * A refusal that leaves traces, for instance a denied access event: what was written is committed, then the error is
 * answered. A thrown `ApiError` rolls back instead.
 */
export class Refusal {
  readonly error: ApiError
  constructor(code: ErrorCode, extras?: ErrorExtras) {
    this.error = new CatalogueError(code, extras)
  }
}

type Answer<N extends OperationName> = Promise<OutputOf<N> | Existing<OutputOf<N>> | Refusal>

export type ReadService<N extends OperationName> = (
  context: ReadContext,
  input: InputOf<N>,
) => Promise<OutputOf<N> | Written<OutputOf<N>>>
export type WriteService<N extends OperationName> = (context: WriteContext, input: InputOf<N>) => Answer<N>
