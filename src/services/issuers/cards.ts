import type { IssuerCard } from '../../issuers/issuer.ts'
import { cardOfToken, keepToken } from '../../store/issuers/issuer-cards.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import { present } from '../../lib/assert.ts'
import { LastUsed } from '../../lib/last-used.ts'
import type { Deps } from '../request/context.ts'
import type { OfCard } from './commands.ts'

const MOST_KNOWN = 100_000

/** Which card of Purser's an issuer's request is about. */
export interface IssuerCards {
  /** Null: none that is known. */
  find(card: IssuerCard): Promise<NamedCard | null>
}

export interface NamedCard {
  readonly of: OfCard
  /**
   * The issuer made another card for this card of Purser's, which knows that one's token: this one was made by somebody else, who has named the
   * card of Purser's in it. Facts about it still count, since money has moved.
   */
  readonly isSecond: boolean
}

/**
 * An issuer's cards are those of the first account, whose operator has the issuer's keys. A card says which one of Purser's it is;
 * that is written down, for whatever names it by its token alone. It never changes, so a node asks once.
 */
export function createIssuerCards(deps: Pick<Deps, 'database' | 'clock'>, issuer: string): IssuerCards {
  const { database, clock } = deps
  const known = new LastUsed<NamedCard>(MOST_KNOWN)
  let account: Promise<string> | null = null

  const accountOf = (): Promise<string> => {
    account ??= listAccounts(database.db).then(([first]) => present(first, 'a node has an account').id)
    account.catch(() => (account = null))
    return account
  }

  return {
    find: async ({ token, cardId: said }) => {
      const remembered = known.get(token)
      if (remembered !== undefined) return remembered
      const accountId = await accountOf()
      const named = { issuer, token }
      if (said !== null) await keepToken(database, named, { accountId, cardId: said, at: clock.now() })
      const cardId = await cardOfToken(database.db, named)
      if (cardId === undefined) return null
      const call = await database.byKey.issuerCall(cardId)
      const isOwn = call?.card_token === token && call.issuer === issuer
      const isBeingMade = call?.card_token === null
      const found = { of: { accountId, cardId }, isSecond: call !== undefined && !isOwn && !isBeingMade }
      if (isBeingMade) return found // its token is known soon, and may be another one
      known.set(token, found)
      return found
    },
  }
}
