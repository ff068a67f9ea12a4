import { queryOptions } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'

/** Whether whoever is signed in confirms a look at a number: everybody who has a passkey that confirms, or where the account wants it. */
export const takesPasskeyQuery = queryOptions({
  queryKey: ['passkeys', 'for-looks'],
  queryFn: async ({ signal }) => {
    const [own, account] = await Promise.all([
      purser.passkeys.list({ limit: 100 }, { signal }),
      purser.account.get({ signal }),
    ])
    return own.data.some(({ status }) => status === 'active') || account.numbersNeedPasskey
  },
})
