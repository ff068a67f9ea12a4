import { ApiError } from '../../contract/errors.ts'
import type { Inbound, RawAnswer, RawRequest, Verdict } from '../../issuers/issuer.ts'
import { inTime } from '../../lib/traffic/in-time.ts'
import { BusyError } from '../../lib/traffic/busy-error.ts'
import { SECOND_MS } from '../../lib/clock.ts'
import type { Deps } from '../request/context.ts'
import { createIssuerCards } from './cards.ts'
import { factCommand, type KnownRequest, type OfCard, undoCommand } from './commands.ts'
import { decideRequest, ISSUER_ACT, knownRequest, type DecidingDeps } from './decide.ts'
import { followMade, followRead } from './follow-issuer.ts'

/** Whom a door believes: the secrets of an issuer's two senders, several while they are rotated. */
export interface IssuerSecrets {
  readonly authorizations: readonly string[]
  readonly events: readonly string[]
  /** Whether the cards are of real money; null: nobody has said. */
  readonly isLive: boolean | null
}

/** Why a message of an issuer had no effect. */
export type Unheard = 'unsigned' | 'other_mode' | 'unreadable' | 'unknown_card' | 'second_card'

/** Where an issuer asks, and tells what it did. Null: it was not the issuer. */
export interface IssuerEndpoint {
  readonly name: string
  authorize(raw: RawRequest): Promise<RawAnswer> | null
  /** Rejects where it could not be written down: the issuer then tells it again. */
  tell(raw: RawRequest): Promise<void> | null
}

/** An issuer that asks. */
export interface Asking {
  readonly name: string
  readonly inbound: Inbound
}

export type IssuerDeps = DecidingDeps &
  Pick<Deps, 'clock' | 'ids' | 'issuers'> & {
    /** For metrics. */
    readonly refused: (why: Unheard) => void
  }

const LATE: Verdict = { decision: 'undecided', why: 'late' }
const UNAVAILABLE: Verdict = { decision: 'undecided', why: 'unavailable' }
const UNKNOWN_CARD: Verdict = { decision: 'undecided', why: 'unknown_card' }
const SECOND_CARD: Verdict = { decision: 'undecided', why: 'second_card' }

/**
 * Joins an issuer to the engine. Its request is answered in time, whatever happens: a decline where nobody knows. What was approved
 * too late for it is undone; should this node not live to do that, the issuer's own event of its decline does.
 */
export function createIssuerEndpoint(
  deps: IssuerDeps,
  { name, inbound: issuer }: Asking,
  secrets: IssuerSecrets,
): IssuerEndpoint {
  const cards = createIssuerCards(deps, name)
  const refuse = (asked: { echo: string }, why: Exclude<Unheard, 'unsigned'>): RawAnswer => {
    deps.refused(why)
    return issuer.answer(asked, { decision: 'undecided', why })
  }
  const isOfOtherMode = ({ isLive }: { isLive?: boolean }) =>
    secrets.isLive !== null && isLive !== undefined && isLive !== secrets.isLive

  const authorize = async (raw: RawRequest): Promise<RawAnswer> => {
    const asked = issuer.parseAuthorization(jsonOf(raw.body), raw.headers)
    if (asked === null) return refuse({ echo: '' }, 'unreadable')
    if (isOfOtherMode(asked)) return refuse(asked, 'other_mode')
    const finding = cards
      .find(asked.card)
      .then(async (named) => named && { ...named, request: await knownRequest(deps, named.of, asked) })
    const deciding = finding.then((found) => {
      if (found === null) return UNKNOWN_CARD
      return found.isSecond ? SECOND_CARD : decideRequest(deps, found.of, found.request)
    })
    const verdict = await inTime(
      deciding.catch(() => UNAVAILABLE),
      issuer.answerWithinMs,
      () => new Error('late'),
    ).catch(() => LATE)
    if (verdict.decision === 'undecided' && (verdict.why === 'unknown_card' || verdict.why === 'second_card'))
      deps.refused(verdict.why)
    if (verdict === LATE || verdict === UNAVAILABLE) void undoIfApproved(deps, { finding, deciding })
    return issuer.answer(asked, verdict)
  }

  const tell = async (raw: RawRequest): Promise<void> => {
    const told = issuer.parseEvent(jsonOf(raw.body))
    if (isOfOtherMode(told)) {
      deps.refused('other_mode')
      throw new ApiError('invalid_request', OF_OTHER_MODE)
    }
    const { card, facts, status } = told
    if (card === null) return
    const named = await cards.find(card)
    if (named === null) return deps.refused('unknown_card')
    const { of } = named
    const made = { ...of, issuer: name, token: card.token }
    if (status === 'frozen' || status === 'closed') await followMade(deps, made, status)
    if (status === 'unsaid') await followRead(deps, made, 'frozen')
    for (const fact of facts.filter(({ currency }) => currency === 'USD'))
      await deps.engine.submit(factCommand(deps, of, fact), ISSUER_ACT)
  }

  const isSigned = (raw: RawRequest, own: readonly string[]) => {
    const signed = issuer.isSigned(raw, own, deps.clock.now())
    if (!signed) deps.refused('unsigned')
    return signed
  }
  return {
    name,
    authorize: (raw) => (isSigned(raw, secrets.authorizations) ? authorize(raw) : null),
    tell: (raw) => (isSigned(raw, secrets.events) ? tell(raw) : null),
  }
}

const OF_OTHER_MODE = {
  details: { reason: 'parameter_invalid' },
  message: 'The event is of the other mode than the key of this node: one of a sandbox, or of real money.',
  hint: 'Send events of a sandbox to a node with its key, and those of real money to another one with its own database.',
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as unknown
  } catch {
    return null
  }
}

interface Unanswered {
  readonly finding: Promise<{ readonly of: OfCard; readonly request: KnownRequest } | null>
  readonly deciding: Promise<Verdict>
}

const MOST_TRIES = 600

/** The issuer was answered a decline: what was approved all the same gives its room back, as soon as that can be stored. */
async function undoIfApproved(deps: IssuerDeps, unanswered: Unanswered): Promise<void> {
  const mayBeStored = await unanswered.deciding.then(
    ({ decision }) => decision === 'approve',
    (error: unknown) => !(error instanceof BusyError), // nobody knows, but of what was never taken
  )
  const found = await unanswered.finding.catch(() => null)
  if (!mayBeStored || found === null || found.request.givesBack) return
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    try {
      await deps.engine.submit(undoCommand(deps, found.of, found.request), ISSUER_ACT)
      return
    } catch {
      await new Promise<void>((resolve) => void setTimeout(resolve, SECOND_MS).unref())
    }
  }
}
