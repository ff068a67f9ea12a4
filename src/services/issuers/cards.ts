import type { IssuerCard } from '../../issuers/issuer.ts'
import { cardOfIssuerToken, storeIssuerCardToken } from '../../store/issuers/issuer-cards.ts'
import { listAccounts } from '../../store/accounts/accounts.ts'
import { assertPresent } from '../../lib/assert.ts'
import { LastUsedCache } from '../../lib/last-used-cache.ts'
import type { NodeDeps } from '../request/context.ts'
import type { IssuerMessageCardIds } from './commands.ts'

const MOST_KNOWN = 100_000

/** Finds the Purser card that an issuer's message is about. */
export interface IssuerCards {
  /** Finds Purser's card for a card of the issuer. Null: Purser does not know the card. Rejects only where the database fails. */
  find(card: IssuerCard): Promise<IssuerMessageCard | null>
}

export interface IssuerMessageCard {
  readonly of: IssuerMessageCardIds
  /**
   * True: the message is about a second card at the issuer, which contains the id of Purser's card but has another token. Purser did not
   * create it. Purchases with the second card still count, because money has moved.
   */
  readonly isSecond: boolean
}

/**
 * Finds cards of the first account. All cards at the issuer belong to that account, because it is the account of the operator, who has the
 * issuer's keys. Where a message contains Purser's card id, the id is stored with the issuer's token, for later messages that contain only
 * the token. The card of a token never changes, so a node looks it up once.
 */
export function createIssuerCards(deps: Pick<NodeDeps, 'database' | 'byKey' | 'clock'>, issuer: string): IssuerCards {
  const { database, byKey, clock } = deps
  const known = new LastUsedCache<IssuerMessageCard>(MOST_KNOWN)
  let account: Promise<string> | null = null

  const accountOf = (): Promise<string> => {
    account ??= listAccounts(database.db).then(([first]) => assertPresent(first, 'a node has an account').id)
    account.catch(() => (account = null))
    return account
  }

  return {
    find: async ({ token, cardId: said }) => {
      const remembered = known.get(token)
      if (remembered !== undefined) return remembered
      const accountId = await accountOf()
      const named = { issuer, token }
      if (said !== null) await storeIssuerCardToken(database, named, { accountId, cardId: said, at: clock.now() })
      const cardId = await cardOfIssuerToken(database.db, named)
      if (cardId === undefined) return null
      const call = await byKey.issuerCall(cardId)
      const isOwn = call?.card_token === token && call.issuer === issuer
      const isBeingMade = call?.card_token === null
      const card = { of: { accountId, cardId }, isSecond: call !== undefined && !isOwn && !isBeingMade }
      if (isBeingMade) return card // not cached: the card gets its issuer's token soon, perhaps another one
      known.set(token, card)
      return card
    },
  }
}
