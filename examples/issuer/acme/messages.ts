import { createHmac, timingSafeEqual } from 'node:crypto'
import type {
  AuthorizationRequest,
  IssuerCard,
  IssuerEvent,
  IssuerFact,
  RawIssuerAnswer,
  RawIssuerRequest,
  AuthorizationVerdict,
} from '../issuer.ts'
import {
  cardIdInMetadata,
  issuerCentsOf,
  currencyCodeOf,
  issuerJsonObjectOrEmpty,
  readIssuerMerchant,
  textOrEmpty,
} from '../read.ts'

const TOLERANCE_SECONDS = 300
const SIGNATURE = /^t=([1-9][0-9]{0,11}),v1=([0-9a-f]{64})$/

/** Whether the body of a request of the example issuer Acme is signed with one of the secrets, at a time at most five minutes from now. */
export function isSignedByAcme(
  { headers, body }: RawIssuerRequest,
  secrets: readonly string[],
  nowMs: number,
): boolean {
  const [, time = '', given = ''] = SIGNATURE.exec(textOrEmpty(headers['acme-signature'])) ?? []
  if (given === '' || Math.abs(nowMs / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const expected = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.`).update(body).digest())
  return expected.map((each) => timingSafeEqual(each, Buffer.from(given, 'hex'))).includes(true)
}

/** An id of the example issuer Acme for a card, an authorization or an event. Empty: the value is no such id. */
const idOf = (value: unknown): string => (/^[0-9A-Za-z_-]{1,64}$/.test(textOrEmpty(value)) ? textOrEmpty(value) : '')

function cardOf(value: unknown): IssuerCard | null {
  const { id, reference } = issuerJsonObjectOrEmpty(value)
  return idOf(id) === '' ? null : { token: idOf(id), cardId: cardIdInMetadata(reference) }
}

function merchantOf(value: unknown) {
  const { name, mcc, city, country, id: networkId } = issuerJsonObjectOrEmpty(value)
  return readIssuerMerchant({ name, mcc, city, country, networkId })
}

/**
 * Reads the example issuer Acme's request `{id, authorization, card, amount, hold, currency, merchant}`. `amount` is the total that Acme
 * would hold, `hold` the amount that it holds already.
 */
export function parseAcmeAuthorization(body: unknown): AuthorizationRequest | null {
  const request = issuerJsonObjectOrEmpty(body)
  const [key, reference, card] = [idOf(request['id']), idOf(request['authorization']), cardOf(request['card'])]
  const [amount, hold] = [issuerCentsOf(request['amount']), issuerCentsOf(request['hold'])]
  if (key === '' || reference === '' || card === null || amount === null || hold === null) return null
  return {
    key,
    reference,
    card,
    amount,
    heldBefore: hold === 0 ? null : hold,
    currency: currencyCodeOf(request['currency']),
    merchant: merchantOf(request['merchant']),
    areCredentialsWrong: request['cvv'] === 'wrong',
    givesBack: false,
    echo: '',
  }
}

export function answerAcmeAuthorization(
  _request: Pick<AuthorizationRequest, 'echo'>,
  verdict: AuthorizationVerdict,
): RawIssuerAnswer {
  const approved = verdict.decision === 'approve'
  const reason = verdict.decision === 'undecided' ? verdict.why : verdict.reason
  const headers = { 'content-type': 'application/json' }
  return { status: 200, headers, body: JSON.stringify(approved ? { approved } : { approved, reason }) }
}

/** Reads an event of the example issuer Acme: `{type, card}`, and of an event about money also the members that `acmeFactOf` reads. */
export function parseAcmeEvent(body: unknown): IssuerEvent {
  const event = issuerJsonObjectOrEmpty(body)
  const card = cardOf(event['card'])
  const fact = card && acmeFactOf(event, card)
  return { card, facts: fact === null ? [] : [fact] }
}

/** Reads the example issuer Acme's event `{id, type, authorization, amount, currency, merchant, at}`. Null: another type, or no amount. */
export function acmeFactOf(event: Readonly<Record<string, unknown>>, card: IssuerCard): IssuerFact | null {
  const [key, amount, reference] = [idOf(event['id']), issuerCentsOf(event['amount']), idOf(event['authorization'])]
  if (key === '' || amount === null) return null
  const base = {
    key,
    card,
    amount,
    currency: currencyCodeOf(event['currency']),
    merchant: merchantOf(event['merchant']),
  }
  switch (event['type']) {
    case 'authorization': {
      const { approved, at } = event
      if (reference === '' || issuerCentsOf(at) === null) return null
      return {
        ...base,
        kind: 'authorization',
        reference,
        approved: approved === true,
        reason: 'acme',
        asOf: Number(at),
      }
    }
    case 'capture':
      return {
        ...base,
        kind: 'capture',
        reference: reference === '' ? null : reference,
        isFinal: event['final'] === true,
      }
    case 'refund':
      return { ...base, kind: 'credit', reference: reference === '' ? null : reference, isFinal: false }
    default:
      return null
  }
}
