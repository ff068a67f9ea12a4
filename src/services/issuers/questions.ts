import { auditedActOfSystem } from '../../domain/audit/audited-act.ts'
import type { ChallengeState } from '../../domain/changes/challenge.ts'
import type {
  CardholderAuthenticationRequest,
  IssuerInboundMessages,
  IssuerCard,
  RawIssuerAnswer,
} from '../../issuers/issuer.ts'
import { resultWithinTimeLimit } from '../../lib/traffic/result-in-time.ts'
import { recordCardholderAuthentication } from './authentication-request.ts'
import type { NodeDeps } from '../request/context.ts'
import type { IssuerMessageCard } from './cards.ts'
import type { IgnoredIssuerMessageReason } from './issuer-endpoint.ts'

type QuestionDeps = Pick<NodeDeps, 'database' | 'clock' | 'ids' | 'vault' | 'wakeDispatcher'> & {
  readonly refused: (why: IgnoredIssuerMessageReason) => void
}

interface Questioner {
  readonly name: string
  readonly issuer: IssuerInboundMessages
  find(card: IssuerCard): Promise<IssuerMessageCard | null>
  isOfOtherMode(request: { isLive?: boolean }): boolean
}

/** An issuer's questions whether the cardholder agrees to a purchase. */
export interface CardholderQuestions {
  /**
   * Records an issuer's question that Purser is to answer by a later call to the issuer. Rejects where the question could not be stored.
   */
  record(request: CardholderAuthenticationRequest): Promise<void>
  /**
   * Answers an issuer's question in the issuer's form. Rejects where Purser is to answer by a later call, and the question could not be
   * stored. Null: this issuer asks only by events.
   */
  readonly answer: ((body: unknown) => Promise<RawIssuerAnswer>) | null
}

const ACT = auditedActOfSystem('answerIssuerChallenge')
const RECEIVED: RawIssuerAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"received":true}',
}
const verdicts = { approved: 'approve', pending: 'challenge', declined: 'decline', expired: 'decline' } as const

export function createCardholderQuestions(
  deps: QuestionDeps,
  { name, issuer, find, isOfOtherMode }: Questioner,
): CardholderQuestions {
  /** Records a question of an issuer. Null: the question is about a card that this issuer has not made for Purser. */
  const recorded = async (request: CardholderAuthenticationRequest): Promise<ChallengeState | null> => {
    const card = await find(request.card)
    if (card === null || card.isSecond) {
      deps.refused(card === null ? 'unknown_card' : 'second_card')
      return null
    }
    const challenge = await recordCardholderAuthentication(
      { ...deps, act: ACT },
      { of: card.of, issuer: name, request },
    )
    deps.wakeDispatcher()
    return challenge
  }
  const record = async (request: CardholderAuthenticationRequest): Promise<void> => {
    await recorded(request)
  }
  const { parseAuthentication, answerAuthentication } = issuer
  if (parseAuthentication === undefined || answerAuthentication === undefined) return { record, answer: null }

  const answer = async (body: unknown): Promise<RawIssuerAnswer> => {
    const request = parseAuthentication(body)
    if (request === null || isOfOtherMode(request)) {
      deps.refused(request === null ? 'unreadable' : 'other_mode')
      return answerAuthentication('decline')
    }
    if (request.answerUntil !== null) {
      await record(request)
      return RECEIVED
    }
    // Without an answer in time, the issuer is to challenge the cardholder: it then asks by an event, which is answered by a call.
    const verdict = recorded(request).then((challenge) =>
      challenge === null ? ('decline' as const) : verdicts[challenge.status],
    )
    const inTimeOrNot = resultWithinTimeLimit(verdict, issuer.answerWithinMs, () => new Error('late'))
    return answerAuthentication(await inTimeOrNot.catch(() => 'challenge' as const))
  }
  return { record, answer }
}
