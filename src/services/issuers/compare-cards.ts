import type { CardStatus, IssuedCard, IssuerCard } from '../../issuers/issuer.ts'
import type { Db } from '../../store/connection/db.ts'
import { cardsHere, cardsOfTokens, type CardHere, madeCards } from '../../store/issuers/issuer-records.ts'
import { chunksOf } from '../../lib/chunks-of.ts'
import type { Compared, Found, OfIssuer, Repair } from './differences.ts'
import { isStricter } from './strictness.ts'
import { wantedStatus } from './wanted-status.ts'

const AT_ONCE = 100
const PAGE = 1000

/** Compares every card of an issuer with its own here: whether both know it, its status and its last digits. */
export async function* compareCards(db: Db, of: OfIssuer, compared: Compared): AsyncIterable<Found> {
  const missing = await made(db, of.name)
  for await (const cards of chunksOf(of.lists.listCards(), AT_ONCE)) {
    compared.cards += cards.length
    const here = await cardsNamed(db, of, cards)
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

/** What was made there by now: what is made while the issuer tells of its cards may not be among them. */
async function made(db: Db, issuer: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let after = ''; ;) {
    const page = await madeCards(db, issuer, { after, limit: PAGE })
    for (const { cardId, token } of page) found.set(token, cardId)
    if (page.length < PAGE) return found
    after = page.at(-1)?.cardId ?? after
  }
}

/** Which card is meant: the one that its token was first known as, else the one that it says it is. */
export async function cardsNamed(
  db: Db,
  { name, accountId }: OfIssuer,
  cards: readonly IssuerCard[],
): Promise<(card: IssuerCard) => CardHere | undefined> {
  const ids = await cardsOfTokens(
    db,
    name,
    cards.map(({ token }) => token),
  )
  const idOf = ({ token, cardId }: IssuerCard) => ids.get(token) ?? cardId ?? ''
  const here = await cardsHere(db, name, cards.map(idOf))
  return (card) => {
    const found = here.get(idOf(card))
    return found?.accountId === accountId ? found : undefined
  }
}

function* differencesOf({ name }: OfIssuer, here: CardHere | undefined, there: IssuedCard): Iterable<Found> {
  const about = { issuer: name, cardId: here?.id ?? null, cardToken: there.token, reference: null }
  if (here === undefined) {
    if (there.status === 'closed') return // nobody can buy with it
    yield { difference: { ...about, field: 'token', here: null, there: there.token }, repair: null }
    return
  }
  const push = { kind: 'push', card: here, token: there.token } as const
  if (here.token !== there.token) {
    // One that Purser has not made, or another one of the same card: it may have taken the place of one that is closed.
    if (here.token !== null && there.status !== 'closed')
      yield { difference: { ...about, field: 'token', here: here.token, there: there.token }, repair: null }
    // A stop is not told to it: nothing would unfreeze it after.
    if (stricterSide(here.status, there.status) === 'here')
      yield { difference: { ...about, field: 'status', here: here.status, there: there.status }, repair: push }
    return
  }
  const wanted = wantedStatus(here)
  const stricter = stricterSide(wanted, there.status)
  if (stricter !== null) {
    const repair = stricter === 'here' ? push : followed(here, there)
    yield { difference: { ...about, field: 'status', here: wanted, there: there.status }, repair }
  }
  if (here.last4 !== there.last4)
    yield { difference: { ...about, field: 'last4', here: here.last4, there: there.last4 }, repair: null }
}

function stricterSide(here: CardStatus, there: CardStatus): 'here' | 'there' | null {
  if (here === there) return null
  return isStricter(here, there) ? 'here' : 'there'
}

/** What Purser has asked for and not heard of is on its way. */
const followed = (here: CardHere, { status, token }: IssuedCard): Repair | null =>
  here.confirmedStatus === wantedStatus(here) ? { kind: 'follow', card: here, token, listed: status } : null
