import type { IssuerCardStatus, IssuedCard, IssuerCard } from '../../issuers/issuer.ts'
import type { Db } from '../../store/connection/db.ts'
import {
  ownIssuerCards,
  cardsOfTokens,
  type OwnIssuerCard,
  cardsMadeByIssuer,
} from '../../store/issuers/issuer-records.ts'
import { chunksOf } from '../../lib/chunks-of.ts'
import type {
  IssuerReconciliationCounts,
  RepairableIssuerDifference,
  ComparedIssuer,
  IssuerDifferenceRepair,
} from './differences.ts'
import { isStricterCardStatus } from './strictness.ts'
import { expectedIssuerStatus } from './expected-status.ts'

const AT_ONCE = 100
const PAGE = 1000

/**
 * Compares every card at an issuer with Purser's card: whether the issuer and Purser both have the card, its status and its last four
 * digits.
 */
export async function* compareCardsWithIssuer(
  db: Db,
  of: ComparedIssuer,
  compared: IssuerReconciliationCounts,
): AsyncIterable<RepairableIssuerDifference> {
  const missing = await createdCards(db, of.name)
  for await (const cards of chunksOf(of.lists.listCards(), AT_ONCE)) {
    compared.cards += cards.length
    const here = await cardsOfIssuerCards(db, of, cards)
    for (const there of cards) {
      missing.delete(there.token)
      yield* differencesOf(of, here(there), there)
    }
  }
  for (const [token, cardId] of missing) {
    const difference = { cardId, cardToken: token, field: 'token', here: token, there: null } as const
    yield { difference: { issuer: of.name, reference: null, ...difference }, repair: null }
  }
}

/**
 * The card ids of Purser's cards at the issuer, by the issuer's token. They are read before the issuer's list, which may lack cards that
 * are created meanwhile.
 */
async function createdCards(db: Db, issuer: string): Promise<Map<string, string>> {
  const tokens = new Map<string, string>()
  for (let after = ''; ;) {
    const page = await cardsMadeByIssuer(db, issuer, { after, limit: PAGE })
    for (const { cardId, token } of page) tokens.set(token, cardId)
    if (page.length < PAGE) return tokens
    after = page.at(-1)?.cardId ?? after
  }
}

/** Finds Purser's cards for cards at an issuer: by the stored token, otherwise by the card id that the issuer's card contains. */
export async function cardsOfIssuerCards(
  db: Db,
  { name, accountId }: ComparedIssuer,
  cards: readonly IssuerCard[],
): Promise<(card: IssuerCard) => OwnIssuerCard | undefined> {
  const ids = await cardsOfTokens(
    db,
    name,
    cards.map(({ token }) => token),
  )
  const idOf = ({ token, cardId }: IssuerCard) => ids.get(token) ?? cardId ?? ''
  const here = await ownIssuerCards(db, name, cards.map(idOf))
  return (card) => {
    const own = here.get(idOf(card))
    return own?.accountId === accountId ? own : undefined
  }
}

function* differencesOf(
  { name }: ComparedIssuer,
  here: OwnIssuerCard | undefined,
  there: IssuedCard,
): Iterable<RepairableIssuerDifference> {
  const about = { issuer: name, cardId: here?.id ?? null, cardToken: there.token, reference: null }
  if (here === undefined) {
    if (there.status === 'closed') return // a closed card cannot spend
    yield { difference: { ...about, field: 'token', here: null, there: there.token }, repair: null }
    return
  }
  const push = { kind: 'push', card: here, token: there.token } as const
  if (here.token !== there.token) {
    // The issuer's card is not the one that Purser created, although it contains the id of Purser's card. It may be a replacement.
    if (here.token !== null && there.status !== 'closed')
      yield { difference: { ...about, field: 'token', here: here.token, there: there.token }, repair: null }
    // The stop of an account does not count for a card that Purser did not create: nothing would unfreeze it when the stop ends.
    if (stricterSide(here.status, there.status) === 'here')
      yield { difference: { ...about, field: 'status', here: here.status, there: there.status }, repair: push }
    return
  }
  const expected = expectedIssuerStatus(here)
  const stricter = stricterSide(expected, there.status)
  if (stricter !== null) {
    const repair = stricter === 'here' ? push : followed(here, there)
    yield { difference: { ...about, field: 'status', here: expected, there: there.status }, repair }
  }
  if (here.last4 !== there.last4)
    yield { difference: { ...about, field: 'last4', here: here.last4, there: there.last4 }, repair: null }
}

function stricterSide(here: IssuerCardStatus, there: IssuerCardStatus): 'here' | 'there' | null {
  if (here === there) return null
  return isStricterCardStatus(here, there) ? 'here' : 'there'
}

/**
 * The repair that gives Purser's card the issuer's status. Null while the issuer has not confirmed Purser's status, because the call that
 * sends it comes first.
 */
const followed = (here: OwnIssuerCard, { status, token }: IssuedCard): IssuerDifferenceRepair | null =>
  here.confirmedStatus === expectedIssuerStatus(here) ? { kind: 'follow', card: here, token, listed: status } : null
