import { queryOptions } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'

/**
 * The query of whether the signed-in person needs a passkey to see a card's number: true if they have an active one, or if the account
 * requires one.
 */
export const numberReadNeedsPasskeyQuery = queryOptions({
  queryKey: ['passkeys', 'for-looks'],
  queryFn: async ({ signal }) => {
    const [own, account] = await Promise.all([
      purser.passkeys.list({ limit: 100 }, { signal }),
      purser.account.get({ signal }),
    ])
    return own.data.some(({ status }) => status === 'active') || account.numbersNeedPasskey
  },
})
