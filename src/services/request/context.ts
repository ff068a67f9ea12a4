import type { Readable } from 'node:stream'
import type { RequestFieldReader } from './id-kinds.ts'
import type { OperationName, OperationInputOf, OperationOutputOf } from '../../contract/operations.ts'
import type { ApiKeyRole } from '../../contract/resources/api-keys.ts'
import type { IssuerConnection } from '../../contract/resources/issuer-connections.ts'
import type { PersonRole } from '../../contract/resources/people.ts'
import {
  type ApiError,
  type ErrorCode,
  type ApiErrorExtras,
  ApiError as CatalogueError,
} from '../../contract/errors.ts'
import type { AuditedAct } from '../../domain/audit/audited-act.ts'
import type { AuthorizationEngine } from '../../engine/engine.ts'
import type { AccessToken, AccessTokens } from '../../identity/access-tokens.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import type { IssuerApiCalls } from '../../issuers/issuer.ts'
import type { ExternalIssuer } from '../../issuers/names.ts'
import type { Clock } from '../../lib/clock.ts'
import type { IdMaker } from '../../lib/ids.ts'
import type { AuditTrail } from '../../store/audit/trail.ts'
import type { GatheredRowReader } from '../../store/by-key/rows-by-key.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Db, Tx } from '../../store/connection/db.ts'
import type { Vault } from '../../vault/vault.ts'
import type { IntentChangeWaits } from '../live/intent-waits.ts'
import type { LiveEventStreams } from '../live/live-events.ts'
import type { ApiKeyUseRecorder } from './key-uses.ts'
import type { KeyRequestLog } from './request-log.ts'

/** The caller: an API key of one account, a person who is signed in, or a `purser` command on Purser's machine. */
export interface Principal {
  readonly accountId: string
  readonly type: 'key' | 'person' | 'shell'
  /** The id of the caller: `key_...` or `per_...`. */
  readonly id: string
  /** The name of the API key or person that makes the request. */
  readonly name: string
  readonly role: ApiKeyRole
  /** The agent of the API key. Set for keys of the role `agent`, which see only what belongs to this agent. */
  readonly agentId: string | null
  /** The person who is signed in; null: the caller is no person. */
  readonly person: SignedInPerson | null
  /** The access token with which the caller acts as the API key. Absent: it has the key's secret, or is no key. */
  readonly token?: AccessToken
}

export interface SignedInPerson {
  readonly role: PersonRole
  readonly email: string
  /** Whether the person signs in with a password or at the company's sign-in provider. */
  readonly signsInBy: 'password' | 'provider'
  /** The id of the request's session, `ses_...`. */
  readonly sessionId: string
}

export interface ServiceSettings {
  readonly credentialReadsPerHour: number
  readonly allowPrivateWebhooks: boolean
  /** Whether card numbers may be entered at origins of this machine and of private networks. */
  readonly allowLocalOrigins: boolean
  /** Whether mails are sent, because the operator has set a mail server. */
  readonly sendsMail: boolean
  /** The beginning of links to the dashboard, without a slash at the end. */
  readonly publicUrl: string
  /** The origin of `PURSER_PUBLIC_URL`: passkeys are made and used only there. Null: they are made and used at the host of each request. */
  readonly publicOrigin: string | null
  /** Hours for which a first passkey that was made in a session confirms nothing. */
  readonly passkeyWaitHours: number
  /**
   * Whether people can sign in with a password or a passkey. False: they sign in only at the provider, except by an invitation from the
   * shell.
   */
  readonly passwordSignIn: boolean
  /** The display name of the sign-in provider. */
  readonly oidcName: string
  /** The roles that groups at the sign-in provider give. */
  readonly oidcRoles: readonly { readonly group: string; readonly role: PersonRole }[]
  /** The account that people of the sign-in provider join. Null: the only account. */
  readonly oidcAccount: string | null
  /** Whether an email address counts that the sign-in provider does not mark as verified. */
  readonly oidcTrustEmail: boolean
  /** After how many hours a session that began at the sign-in provider ends at the latest. */
  readonly oidcSessionHours: number
  /** The issuer of the access tokens that `/mcp` accepts. Null: it accepts only API keys. */
  readonly mcpIssuer: string | null
  /** The account in which access tokens at `/mcp` act. Null: the only account. */
  readonly mcpAccount: string | null
  /** The most days that a new API key may last; null: no limit. */
  readonly maxKeyDays: number | null
  /** The first digits of the card numbers that this installation issues. */
  readonly cardBin: string
  /** The default issuer of new cards, by name. */
  readonly issuer: string
  /** The names of the issuers beside Purser that this node has a key for. */
  readonly issuers: readonly string[]
  /** Says for each issuer beside Purser which of the settings that connect it are set. */
  readonly issuerConnections: readonly {
    readonly name: IssuerConnection['name']
    readonly isLive: boolean
    readonly settings: readonly { readonly name: string; readonly isSet: boolean }[]
  }[]
  /** Whether card numbers at issuers pass through Purser (`proxy`) or only the issuer shows them (`session`). */
  readonly issuerReveal: 'session' | 'proxy'
  /** The currencies in which each issuer beside Purser makes cards. */
  readonly issuerCurrencies: Readonly<Record<ExternalIssuer, readonly string[]>>
}

/** Moves the test clock (contract, section 11). */
export interface TestClockControl {
  /** Advances the test clock and runs what falls due by then. Resolves with the new time, Unix milliseconds. */
  advance(ms: number): Promise<number>
}

/** Sends test messages to people and to Slack. Neither method rejects. */
export interface TestMessages {
  mail(message: TestMessage & { readonly to: string }): Promise<WebhookReceiverAnswer>
  slack(message: TestMessage & { readonly url: string }): Promise<WebhookReceiverAnswer>
}

interface TestMessage {
  readonly account: string
  /** Aborted when the connection of the caller who requested the test message has ended. */
  readonly gone: AbortSignal
}

export interface WebhookReceiverAnswer {
  readonly statusCode: number | null
  readonly error: string | null
  readonly snippet: string | null
}

/** Everything that services need to run. It is put together once, in `app/`. */
export interface NodeDeps {
  readonly database: Database
  /** Reads rows of the database by their ids: the reads of many callers share one round trip. */
  readonly byKey: GatheredRowReader
  readonly clock: Clock
  readonly ids: IdMaker
  readonly vault: Vault
  readonly engine: AuthorizationEngine
  readonly keyUses: ApiKeyUseRecorder
  readonly requestLog: KeyRequestLog
  /** Keeps the rollups: the sums of spend by hour and day. */
  readonly spendRollups: {
    /** Adds the spend of the decisions that this node has made since the last call. Rejects where the database fails. */
    catchUp(): Promise<void>
    /** Adds the spend of the decisions of other nodes, as far as those nodes have not added it. */
    look(options: { readonly mayRest: boolean }): Promise<void>
  }
  /** Streams the events of an account to its callers, whichever node has committed them. */
  readonly liveEvents: LiveEventStreams
  /** Lets requests wait for changes of intents by any node. */
  readonly intentWaits: IntentChangeWaits
  /** The key that authenticates pagination cursors. */
  readonly cursorKey: Buffer
  /** Wakes the dispatcher, because deliveries may wait. To be called after a commit. */
  readonly wakeDispatcher: () => void
  readonly testClock: TestClockControl | null
  readonly testMessages: TestMessages
  /** The issuers that this node calls, by name. */
  readonly issuers: ReadonlyMap<string, IssuerApiCalls>
  /** The company's sign-in provider. Null: there is no provider. */
  readonly identityProvider: IdentityProvider | null
  /** Checks the access tokens that `/mcp` accepts. Null: it accepts only API keys. */
  readonly accessTokens: AccessTokens | null
  readonly settings: ServiceSettings
}

/** The sender of a request: IP address, browser, the host that it called, and its cookies. */
export interface HttpRequestSource {
  readonly address: string
  readonly userAgent: string | undefined
  /** The host name and port that the request was sent to, as the browser shows them. */
  readonly host: string
  /** The value of the cookie that says who has signed in with this browser before: see `known-browser.ts`. */
  readonly knownBrowser?: string | undefined
  /** The value of the cookie that a browser gets when it begins to sign in at the provider. */
  readonly providerBrowser?: string | undefined
}

/** The context of a request without an API key or session, whose body identifies the caller. */
export interface KeylessOperationContext extends NodeDeps {
  readonly requestId: string
  readonly from: HttpRequestSource
  /** The operation and its actor, for the audit trail. The service replaces the actor once it knows the person. */
  readonly act: AuditedAct
}

interface Context extends NodeDeps {
  readonly principal: Principal
  /** The `requestId` of the reply, which a stored error reply contains, too. */
  readonly requestId: string
  readonly from: HttpRequestSource
  /** The operation of the request and its actor, for the audit trail. */
  readonly act: AuditedAct
  /** Reads fields and path parameters of the request, for the hints of errors. */
  readonly sent: RequestFieldReader
}
export interface ReadOperationContext extends Context {
  readonly db: Db
  /** The requested format of the answer, for operations that can answer as JSON and as CSV. */
  readonly format: ApiAnswerFormat
  /** The header `Last-Event-ID` of a stream that was reconnected. */
  readonly lastEventId: string | undefined
  /** Aborted when the caller was answered or its connection has ended. */
  readonly gone: AbortSignal
  /** Aborted when a request that waits for a change has to be answered with the present state. */
  readonly waitsUntil: AbortSignal
}
export type ApiAnswerFormat = 'json' | 'csv' | 'file'

/** An answer that is made after the commit, because it needs a call to an issuer, and no lock may be held during such a call. */
export class AnswerAfterCommit<T> {
  readonly make: () => Promise<T>
  constructor(make: () => Promise<T>) {
    this.make = make
  }
}

/** The context of a service that writes: one transaction, committed with the idempotency record before the reply is sent. */
export interface WriteOperationContext extends Context {
  readonly tx: Tx
  readonly audit: AuditTrail
}

/** An answer with the operation's `otherStatus` instead of its `status`, because nothing was created. */
export class AlreadyExistingAnswer<T> {
  readonly body: T
  constructor(body: T) {
    this.body = body
  }
}

/** The cookies of a new session: `secret` for the session, and `known`, which identifies the browser at later sign-ins. */
export interface OpenedSessionCookies {
  readonly secret: string
  readonly known: string
  /** How long the browser keeps the session's cookie, milliseconds. */
  readonly lifeMs: number
}

/** An answer that opens a session, whose secret is set as a cookie. */
export class SignInAnswer<T> {
  readonly body: T
  readonly opened: OpenedSessionCookies
  constructor(body: T, opened: OpenedSessionCookies) {
    this.body = body
    this.opened = opened
  }
}

/** An answer that sends the browser to the provider. A cookie with `browserSecret` identifies the browser when it returns. */
export class RedirectAnswer<T> {
  readonly body: T
  readonly browserSecret: string
  constructor(body: T, browserSecret: string) {
    this.body = body
    this.browserSecret = browserSecret
  }
}

/** An answer that ends the session of the request and deletes its cookie. */
export class SignOutAnswer<T> {
  readonly body: T
  constructor(body: T) {
    this.body = body
  }
}

/** An operation's answer that was already written as JSON text. `T` is the type of its value. */
export class JsonTextAnswer<T> {
  readonly json: Buffer
  declare readonly says: T
  constructor(chunks: readonly Buffer[]) {
    this.json = Buffer.concat(chunks)
  }
}

/** An operation's answer that is made while it is sent: a CSV file unless the headers name another type. */
export class FileAnswer {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
  constructor(stream: Readable, headers: Readonly<Record<string, string>>) {
    this.stream = stream
    this.headers = headers
  }
}

/**
 * An error answer after which the database transaction is committed, for instance with a denied access event. A thrown `ApiError` rolls the
 * transaction back instead.
 */
export class CommittedRefusal {
  readonly error: ApiError
  constructor(code: ErrorCode, extras?: ApiErrorExtras) {
    this.error = new CatalogueError(code, extras)
  }
}

type Answer<N extends OperationName> = Promise<
  | OperationOutputOf<N>
  | AlreadyExistingAnswer<OperationOutputOf<N>>
  | SignOutAnswer<OperationOutputOf<N>>
  | CommittedRefusal
>

export type ReadOperationService<N extends OperationName> = (
  context: ReadOperationContext,
  input: OperationInputOf<N>,
) => Promise<
  | OperationOutputOf<N>
  | JsonTextAnswer<OperationOutputOf<N>>
  | RedirectAnswer<OperationOutputOf<N>>
  | FileAnswer
  | CommittedRefusal
>
export type WriteOperationService<N extends OperationName> = (
  context: WriteOperationContext,
  input: OperationInputOf<N>,
) => Answer<N>
/**
 * A service for callers without a key or session. It runs its own database transactions, because hashing a password takes longer than one
 * may stay open.
 */
export type KeylessOperationService<N extends OperationName> = (
  context: KeylessOperationContext,
  input: OperationInputOf<N>,
) => Promise<SignInAnswer<OperationOutputOf<N>> | RedirectAnswer<OperationOutputOf<N>> | OperationOutputOf<N>>
