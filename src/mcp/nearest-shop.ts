import type { Evaluation } from '../contract/decisions.ts'
import { nearestName } from '../contract/complaints/nearest-name.ts'
import { foreign } from './foreign.ts'

/** The spelling of a name without what people leave out. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * The allowed shop that the name of a refused one most likely means: the name as the owner of the policy has written it. Empty: the shop was
 * not refused for its name, or no allowed one is near.
 */
export function nearestShop({ reasons, context: { policy } }: Evaluation, merchant: string): { nearestShop?: string } {
  if (!reasons.some(({ code }) => code === 'merchant_not_allowed')) return {}
  const allowed = new Map((policy.allowedMerchants ?? []).map((name) => [plain(name), name]))
  const nearest = nearestName(plain(merchant), [...allowed.keys()])
  const name = nearest === null ? undefined : allowed.get(nearest)
  return name === undefined ? {} : { nearestShop: foreign(name) }
}
