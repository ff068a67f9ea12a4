import type { Issuer } from '../issuer.ts'

/**
 * Purser as an issuer: the vault creates its card numbers, and requests for authorizations come through the operations below `/v1/network`.
 */
export const purser = {
  name: 'purser',
  inbound: null,
  wantsHolders: false,
  showsTo: null,
  connect: null,
} as const satisfies Issuer
