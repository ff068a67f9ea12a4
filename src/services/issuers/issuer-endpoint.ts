import { duplicateJsonMemberError } from '../../contract/complaints/json-path.ts'
import { ApiError } from '../../contract/errors.ts'
import type {
  IssuerInboundMessages,
  IssuerEvent,
  RawIssuerAnswer,
  RawIssuerRequest,
  AuthorizationVerdict,
} from '../../issuers/issuer.ts'
import { repeatedJsonMember } from '../../lib/json/repeated-member.ts'
import { resultWithinTimeLimit } from '../../lib/traffic/result-in-time.ts'
import { ServiceBusyError } from '../../lib/traffic/busy-error.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import type { NodeDeps } from '../request/context.ts'
import { createIssuerCards } from './cards.ts'
import {
  issuerFactCommand,
  type IssuerRequestWithHold,
  type IssuerMessageCardIds,
  undoAuthorizationCommand,
} from './commands.ts'
import {
  decideIssuerRequest,
  ANSWER_ISSUER_AUDIT_ACT,
  issuerRequestWithHold,
  type IssuerDecisionDeps,
} from './decide.ts'
import { followCreatedCardStatus, followStricterIssuerCardStatus } from './follow-issuer.ts'
import { createCardholderQuestions } from './questions.ts'
import { type IssuerEndpointName, issuerEndpointUseId } from './issuer-connections.ts'

/** The secrets that an issuer signs its requests and events with. While a secret is rotated, both the old and the new one are there. */
export interface IssuerSecrets {
  readonly authorizations: readonly string[]
  readonly events: readonly string[]
  /** The secrets with which the issuer signs questions whether the cardholder agrees to a purchase. */
  readonly challenges: readonly string[]
  /** Whether the issuer's cards spend real money. Null: the settings do not say whether they do. */
  readonly isLive: boolean | null
}

/** The reasons why a request or an event of an issuer had no effect in Purser. */
export const ignoredIssuerMessageReasons = [
  'unsigned',
  'other_mode',
  'unreadable',
  'unknown_card',
  'second_card',
] as const
export type IgnoredIssuerMessageReason = (typeof ignoredIssuerMessageReasons)[number]

/** Takes an issuer's requests and events. All methods return null where the issuer's signature is wrong. */
export interface IssuerEndpoint {
  readonly name: string
  /** Answers a request for an authorization, within the time that the issuer allows. Never rejects. */
  authorize(raw: RawIssuerRequest): Promise<RawIssuerAnswer> | null
  /**
   * Answers a question whether the cardholder agrees to a purchase, within the time that the issuer allows. Rejects where the question wants
   * its answer by a call, and could not be stored. Absent, where the issuer asks only by events.
   */
  readonly authenticate?: (raw: RawIssuerRequest) => Promise<RawIssuerAnswer> | null
  /** Records an event of the issuer. Rejects where the event could not be stored: the issuer then sends it again. */
  recordEvent(raw: RawIssuerRequest): Promise<void> | null
}

/** An issuer that asks Purser to decide authorizations. `inbound` reads the issuer's messages and writes the answers. */
export interface ExternalIssuerMessages {
  readonly name: string
  readonly inbound: IssuerInboundMessages
}

export type IssuerEndpointDeps = IssuerDecisionDeps &
  Pick<NodeDeps, 'byKey' | 'clock' | 'ids' | 'issuers' | 'keyUses' | 'wakeDispatcher'> & {
    /** Counts a message of the issuer that had no effect, for the metrics. */
    readonly refused: (why: IgnoredIssuerMessageReason) => void
  }

const LATE: AuthorizationVerdict = { decision: 'undecided', why: 'late' }
const UNAVAILABLE: AuthorizationVerdict = { decision: 'undecided', why: 'unavailable' }
const UNKNOWN_CARD: AuthorizationVerdict = { decision: 'undecided', why: 'unknown_card' }
const SECOND_CARD: AuthorizationVerdict = { decision: 'undecided', why: 'second_card' }

/**
 * Connects an issuer to the engine. A request of the issuer is always answered in time, with a decline where the engine has not answered.
 * An approval that came too late is undone. If this node stops before it has undone the approval, the issuer's event about the decline does
 * so.
 */
export function createIssuerEndpoint(
  deps: IssuerEndpointDeps,
  { name, inbound: issuer }: ExternalIssuerMessages,
  secrets: IssuerSecrets,
): IssuerEndpoint {
  const cards = createIssuerCards(deps, name)
  const refuse = (request: { echo: string }, why: Exclude<IgnoredIssuerMessageReason, 'unsigned'>): RawIssuerAnswer => {
    deps.refused(why)
    return issuer.answer(request, { decision: 'undecided', why })
  }
  const isOfOtherMode = ({ isLive }: { isLive?: boolean }) =>
    secrets.isLive !== null && isLive !== undefined && isLive !== secrets.isLive

  const authorize = async (raw: RawIssuerRequest): Promise<RawIssuerAnswer> => {
    const request = issuer.parseAuthorization(jsonOf(raw.body), raw.headers)
    if (request === null) return refuse({ echo: '' }, 'unreadable')
    if (isOfOtherMode(request)) return refuse(request, 'other_mode')
    const finding = cards
      .find(request.card)
      .then(async (named) => named && { ...named, request: await issuerRequestWithHold(deps, named.of, request) })
    const deciding = finding.then((named) => {
      if (named === null) return UNKNOWN_CARD
      return named.isSecond ? SECOND_CARD : decideIssuerRequest(deps, named.of, named.request)
    })
    const verdict = await resultWithinTimeLimit(
      deciding.catch(() => UNAVAILABLE),
      issuer.answerWithinMs,
      () => new Error('late'),
    ).catch(() => LATE)
    if (verdict.decision === 'undecided' && (verdict.why === 'unknown_card' || verdict.why === 'second_card'))
      deps.refused(verdict.why)
    if (verdict === LATE || verdict === UNAVAILABLE) void undoIfApproved(deps, { finding, deciding })
    return issuer.answer(request, verdict)
  }

  const questions = createCardholderQuestions(deps, { name, issuer, find: (card) => cards.find(card), isOfOtherMode })

  const recordEvent = async (raw: RawIssuerRequest): Promise<void> => {
    const event = issuer.parseEvent(jsonStatedOnce(raw.body))
    if (isOfOtherMode(event)) throw otherMode(deps)
    const { card, facts, status, authentication } = event
    if (authentication !== undefined) return questions.record(authentication)
    if (card === null) return
    const named = await cards.find(card)
    if (named === null) return deps.refused('unknown_card')
    const { of } = named
    await followStatus(deps, { ...of, issuer: name, token: card.token }, status)
    // The engine refuses an issuer's fact in another currency than the card's: its amount cannot be counted.
    for (const fact of facts) await deps.engine.submit(issuerFactCommand(deps, of, fact), ANSWER_ISSUER_AUDIT_ACT)
  }

  const isSigned = (raw: RawIssuerRequest, endpoint: IssuerEndpointName) => {
    const signed = issuer.isSigned(raw, secrets[endpoint], deps.clock.now())
    if (signed) deps.keyUses.note(issuerEndpointUseId(name, endpoint))
    else deps.refused('unsigned')
    return signed
  }
  const { answer } = questions
  return {
    name,
    ...(answer === null
      ? {}
      : { authenticate: (raw) => (isSigned(raw, 'challenges') ? answer(jsonOf(raw.body)) : null) }),
    authorize: (raw) => (isSigned(raw, 'authorizations') ? authorize(raw) : null),
    recordEvent: (raw) => (isSigned(raw, 'events') ? recordEvent(raw) : null),
  }
}

async function followStatus(
  deps: IssuerEndpointDeps,
  made: Parameters<typeof followStricterIssuerCardStatus>[1],
  status: IssuerEvent['status'],
): Promise<void> {
  if (status === 'frozen' || status === 'closed') await followCreatedCardStatus(deps, made, status)
  if (status === 'unsaid') await followStricterIssuerCardStatus(deps, made, 'frozen')
}

function otherMode({ refused }: IssuerEndpointDeps): ApiError {
  refused('other_mode')
  return new ApiError('invalid_request', OF_OTHER_MODE)
}

const OF_OTHER_MODE = {
  details: { reason: 'parameter_invalid' },
  message: 'The event is of the other mode than the key of this node: one of a sandbox, or of real money.',
  hint: 'Send events of a sandbox to a node with its key, and those of real money to another one with its own database.',
}

/**
 * Parses a message of an issuer as JSON. Null: it is no JSON, or an object in it has a member twice, such as two amounts, of which nobody
 * knows which one counts.
 */
function jsonOf(body: Uint8Array): unknown {
  const text = Buffer.from(body).toString('utf8')
  try {
    const value: unknown = JSON.parse(text)
    return repeatedJsonMember(text) === undefined ? value : null
  } catch {
    return null
  }
}

/**
 * Parses an event of an issuer as JSON. Throws where an object in it has a member twice, so that the issuer sends the event again: it
 * reports a fact, which would be lost.
 */
function jsonStatedOnce(body: Uint8Array): unknown {
  const value = jsonOf(body)
  const repeated = value === null ? repeatedJsonMember(Buffer.from(body).toString('utf8')) : undefined
  if (repeated !== undefined) throw duplicateJsonMemberError(repeated)
  return value
}

interface LateRequest {
  readonly finding: Promise<{ readonly of: IssuerMessageCardIds; readonly request: IssuerRequestWithHold } | null>
  readonly deciding: Promise<AuthorizationVerdict>
}

const MOST_TRIES = 600

/** Undoes an approval after the issuer was answered a decline. Tries once a second until the advice is stored, for ten minutes at most. */
async function undoIfApproved(deps: IssuerEndpointDeps, unanswered: LateRequest): Promise<void> {
  const mayBeStored = await unanswered.deciding.then(
    ({ decision }) => decision === 'approve',
    (error: unknown) => !(error instanceof ServiceBusyError), // may be stored, unless the engine never took the command
  )
  const known = await unanswered.finding.catch(() => null)
  if (!mayBeStored || known === null || known.request.givesBack) return
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    try {
      await deps.engine.submit(undoAuthorizationCommand(deps, known.of, known.request), ANSWER_ISSUER_AUDIT_ACT)
      return
    } catch {
      await new Promise<void>((resolve) => void setTimeout(resolve, SECOND_MS).unref())
    }
  }
}
