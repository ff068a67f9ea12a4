import type { Purser } from '../../../clients/typescript/src/client.ts'
import { MAX_WAITING_CHANGE_REQUESTS } from '../../../src/contract/resources/change-requests.ts'

const wish = (cardId: string, perDay: number) => ({ cardId, wanted: { limits: { perDay } }, why: 'Ink' })

/** Makes a change request that was canceled. Resolves to the path that would cancel it again. */
export async function canceledChangeRequest({ changeRequests }: Purser, cardId: string): Promise<string> {
  const { id } = await changeRequests.create(wish(cardId, 500))
  await changeRequests.cancel(id)
  return `/change-requests/${id}/cancel`
}

/** Makes as many change requests as may wait at the same time. Resolves to the body of one more, which is refused. */
export async function oneChangeRequestTooMany({ changeRequests }: Purser, cardId: string): Promise<object> {
  for (let perDay = 1; perDay <= MAX_WAITING_CHANGE_REQUESTS; perDay += 1) {
    await changeRequests.create(wish(cardId, perDay))
  }
  return wish(cardId, 0)
}
