import type { Readable } from 'node:stream'
import type { Sent } from './id-kinds.ts'
import type { OperationName, InputOf, OutputOf } from '../../contract/operations.ts'
import type { Role } from '../../contract/resources/api-keys.ts'
import type { PersonRole } from '../../contract/resources/people.ts'
import { type ApiError, type ErrorCode, type ErrorExtras, ApiError as CatalogueError } from '../../contract/errors.ts'
import type { Act } from '../../domain/audit/record.ts'
import type { AuthorizationEngine } from '../../engine/engine.ts'
import type { IdentityProvider } from '../../identity/identity-provider.ts'
import type { Outbound } from '../../issuers/issuer.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Ids } from '../../lib/ids.ts'
import type { AuditTrail } from '../../store/audit/trail.ts'
import type { Database } from '../../store/connection/database.ts'
import type { Db, Tx } from '../../store/connection/db.ts'
import type { Vault } from '../../vault/vault.ts'
import type { IntentWaits } from '../intents/intent-waits.ts'
import type { LiveEvents } from '../events/live-events.ts'
import type { KeyUses } from './key-uses.ts'

/** Who asks: an API key, made out to one account, or a person who is signed in. */
export interface Principal {
  readonly accountId: string
  readonly type: 'key' | 'person' | 'shell'
  /** `key_...` or `per_...` */
  readonly id: string
  /** What the key or the person is called. */
  readonly name: string
  readonly role: Role
  /** Set on keys of the role `agent`: all they see is this agent's. */
  readonly agentId: string | null
  /** Of a person who is signed in; null of anybody else. */
  readonly person: SignedInPerson | null
}

export interface SignedInPerson {
  readonly role: PersonRole
  readonly email: string
  /** Whether their password signs them in, or the company's provider alone. */
  readonly signsInBy: 'password' | 'provider'
  /** `ses_...`, the session of the request. */
  readonly sessionId: string
}

export interface ServiceSettings {
  readonly credentialReadsPerHour: number
  readonly allowPrivateWebhooks: boolean
  /** Whether numbers may be entered at origins of this machine and of private networks. */
  readonly allowLocalOrigins: boolean
  /** Whether mails go out: an operator has named a mail server. */
  readonly sendsMail: boolean
  /** What links to the dashboard begin with. */
  readonly publicUrl: string
  /** What `PURSER_PUBLIC_URL` names: passkeys are made and used there alone. Null: at the host of each request. */
  readonly publicOrigin: string | null
  /** Hours for which a first passkey that a session has made confirms nothing. */
  readonly passkeyWaitHours: number
  /** Whether anybody signs in by anything but the provider and an invitation of the shell. */
  readonly passwordSignIn: boolean
  /** What the provider is called. */
  readonly oidcName: string
  /** Which of the provider's groups gives which role. */
  readonly oidcRoles: readonly { readonly group: string; readonly role: PersonRole }[]
  /** The account that people of the provider join; null: the only one. */
  readonly oidcAccount: string | null
  /** Whether an address of the provider counts that it does not say it has verified. */
  readonly oidcTrustEmail: boolean
  /** Hours after which a session that the provider has opened ends at the latest. */
  readonly oidcSessionHours: number
  /** Days that a new API key lasts at most; null: as long as it is asked to. */
  readonly maxKeyDays: number | null
  /** What the card numbers of this installation begin with. */
  readonly cardBin: string
  /** Who issues cards where nothing else is said. */
  readonly issuer: string
  /** Who issues cards beside Purser, by name: those whose key this node has. */
  readonly issuers: readonly string[]
  /** Whether numbers of their cards are fetched, or shown by the issuer alone. */
  readonly issuerReveal: 'session' | 'proxy'
}

/** The clock of section 11, where it is switched on. */
export interface TestClockControl {
  /** Moves time and runs what fell due. Answers the new time. */
  advance(ms: number): Promise<number>
}

/** Sends messages that are about nothing. Neither rejects. */
export interface TestMessages {
  mail(message: TestMessage & { readonly to: string }): Promise<ReceiverAnswer>
  slack(message: TestMessage & { readonly url: string }): Promise<ReceiverAnswer>
}

interface TestMessage {
  /** What the account is called. */
  readonly account: string
  /** Whoever asks waits no longer. */
  readonly gone: AbortSignal
}

export interface ReceiverAnswer {
  readonly statusCode: number | null
  readonly error: string | null
  readonly snippet: string | null
}

/** What services are made of. Wired once, in `app/`. */
export interface Deps {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly engine: AuthorizationEngine
  readonly keyUses: KeyUses
  /** What was spent by hour and day. */
  readonly spendRollups: {
    /** Adds what this node has decided since. */
    catchUp(): Promise<void>
    /** Looks for what other nodes have left. */
    look(): Promise<void>
  }
  /** Tells of events as they are committed, by whichever node. */
  readonly liveEvents: LiveEvents
  /** Tells whoever waits for an intent what became of it, by whichever node. */
  readonly intentWaits: IntentWaits
  /** Authenticates pagination cursors. */
  readonly cursorKey: Buffer
  /** Tells the dispatcher that deliveries may wait; called after a commit. */
  readonly wakeDispatcher: () => void
  readonly testClock: TestClockControl | null
  readonly testMessages: TestMessages
  /** Issuers that this node calls, by name. */
  readonly issuers: ReadonlyMap<string, Outbound>
  /** The company's sign-in provider; null: there is none. */
  readonly identityProvider: IdentityProvider | null
  readonly settings: ServiceSettings
}

/** Where a request comes from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string | undefined
  /** The name and port that the request was for, as the browser shows them. */
  readonly host: string
  /** Of the cookie that tells browsers apart: see `known-browser.ts`. */
  readonly knownBrowser?: string | undefined
  /** Of the cookie of a browser that has begun to sign in at the provider. */
  readonly providerBrowser?: string | undefined
}

/** Of a request that carries neither key nor session: its body says who asks. */
export interface KeylessContext extends Deps {
  readonly requestId: string
  readonly from: Origin
  /** Whose act it is, the service finds out. */
  readonly act: Act
}

interface Context extends Deps {
  readonly principal: Principal
  /** What the reply names the request by; part of a stored error reply. */
  readonly requestId: string
  readonly from: Origin
  /** What the audit trail tells of whoever asks. */
  readonly act: Act
  /** What was sent, for the hints of errors. */
  readonly sent: Sent
}
export interface ReadContext extends Context {
  readonly db: Db
  /** What the answer is asked as, where the operation has both. */
  readonly format: Format
  /** Of the header `Last-Event-ID`, where a stream goes on. */
  readonly lastEventId: string | undefined
  /** Aborted when the connection of the caller has ended. */
  readonly gone: AbortSignal
}
export type Format = 'json' | 'csv'

/** An answer that is made after the commit: it takes a call to somebody else, for which nothing may wait. */
export class Later<T> {
  readonly make: () => Promise<T>
  constructor(make: () => Promise<T>) {
    this.make = make
  }
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

/** What opens a session in a browser, and what the browser is known by from then on. */
export interface OpenedSession {
  readonly secret: string
  readonly known: string
  /** How long the browser keeps it. */
  readonly lifeMs: number
}

/** An answer that opens a session: its secret leaves in a cookie. */
export class SignedIn<T> {
  readonly body: T
  readonly opened: OpenedSession
  constructor(body: T, opened: OpenedSession) {
    this.body = body
    this.opened = opened
  }
}

/** An answer that sends the browser to the provider: what tells the browser apart until it comes back leaves in a cookie. */
export class SentAway<T> {
  readonly body: T
  readonly browserSecret: string
  constructor(body: T, browserSecret: string) {
    this.body = body
    this.browserSecret = browserSecret
  }
}

/** An answer that ends the session of the request: its cookie goes. */
export class SignedOut<T> {
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

/** An answer that is made while it is sent: a CSV file, where the headers name no other type. */
export class File {
  readonly stream: Readable
  readonly headers: Readonly<Record<string, string>>
  constructor(stream: Readable, headers: Readonly<Record<string, string>>) {
    this.stream = stream
    this.headers = headers
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

type Answer<N extends OperationName> = Promise<OutputOf<N> | Existing<OutputOf<N>> | SignedOut<OutputOf<N>> | Refusal>

export type ReadService<N extends OperationName> = (
  context: ReadContext,
  input: InputOf<N>,
) => Promise<OutputOf<N> | Written<OutputOf<N>> | SentAway<OutputOf<N>> | File | Refusal>
export type WriteService<N extends OperationName> = (context: WriteContext, input: InputOf<N>) => Answer<N>
/** Runs its own transactions: what it looks up first takes longer than one may stay open. */
export type KeylessService<N extends OperationName> = (
  context: KeylessContext,
  input: InputOf<N>,
) => Promise<SignedIn<OutputOf<N>> | SentAway<OutputOf<N>> | OutputOf<N>>
