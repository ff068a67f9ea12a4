/** Merchants with names that acquirers give them. Two names are one merchant exactly where they stand in one row. */
export const merchants: readonly (readonly string[])[] = [
  ['Acme Tools', 'ACME TOOLS', 'SQ *ACME TOOLS', 'Acme Tools Inc'],
  ['Apple', 'APPLE'],
  ["Applebee's", 'APPLEBEES'],
  ['Acme Tools Repairs', 'ACME TOOLS REPAIRS'],
  ['Delta Dental', 'DELTA DENTAL'],
  ['Delta Air Lines', 'DELTA AIR LINES'],
  ['Uber', 'UBER'],
  ['Ubereats Scam LLC'],
]

export const merchantNames = merchants.flat()

export const isOneMerchant = (a: string, b: string): boolean =>
  merchants.some((names) => names.includes(a) && names.includes(b))
