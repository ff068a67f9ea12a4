import type { Issuer } from '../issuer.ts'

/** Purser itself: the vault makes its numbers, and whoever plays the network asks and tells at the network door. */
export const purser = {
  name: 'purser',
  inbound: null,
  wantsHolders: false,
  showsTo: null,
  connect: null,
} as const satisfies Issuer
