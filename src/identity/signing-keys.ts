/** Types of public keys, with which signatures can be checked. Symmetric keys (`oct`) are none. */
const PUBLIC = new Set<unknown>(['RSA', 'EC', 'OKP'])

/** Whether a provider's published key set has a key with which the provider can have signed something. */
export function signsWith(keySet: unknown): boolean {
  const { keys } = (keySet ?? {}) as { readonly keys?: unknown }
  return Array.isArray(keys) && (keys as { kty?: unknown; use?: unknown }[]).some((key) => isSigning(key ?? {}))
}

const isSigning = ({ kty, use = 'sig' }: { kty?: unknown; use?: unknown }): boolean => PUBLIC.has(kty) && use === 'sig'
