import type { MerchantList } from './merchant-list.ts'

/** Compiles a list of the network's merchant ids. An id matches only if it is equal character for character. */
export function compileExactList(ids: readonly string[]): MerchantList {
  const listed = new Set(ids)
  return { matches: (id) => (listed.has(id) ? id : undefined) }
}
