export interface CompiledMerchant {
  readonly name: string
  /** What two names of one merchant have in common; empty where nothing in the name can identify a merchant. */
  readonly key: string
}

export interface MerchantList {
  /** The listed name, as it was listed, that the observed one belongs to. */
  matches(observed: string): string | undefined
}

export function compileMerchant(name: string): CompiledMerchant {
  if (name.length > 256) return { name, key: '' }
  return { name, key: name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '') }
}

/** Symmetric: do two observed names (a lock, a duplicate) belong to one merchant? */
export function sameMerchant(a: CompiledMerchant, b: CompiledMerchant): boolean {
  return a.key !== '' && a.key === b.key
}

export function merchantMatches(observed: string, listed: string): boolean {
  return sameMerchant(compileMerchant(observed), compileMerchant(listed))
}

export function compileMerchantList(names: readonly string[]): MerchantList {
  const listed = new Map<string, string>()
  for (const name of names) {
    const { key } = compileMerchant(name)
    if (key !== '' && !listed.has(key)) listed.set(key, name)
  }
  return { matches: (observed) => listed.get(compileMerchant(observed).key) }
}
