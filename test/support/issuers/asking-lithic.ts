import { lithicResultOfReason } from '../../../src/issuers/lithic/results.ts'
import type { LithicMock } from './lithic.ts'
import type { IssuerAskingPurser } from './same-decisions.ts'

const alpha3: Readonly<Record<string, string>> = { DE: 'DEU', GB: 'GBR', US: 'USA' }

export const lithicAskingPurser = (lithic: LithicMock): IssuerAskingPurser => ({
  ask: async (cardId, { amount, merchant: { name = '', mcc = '', city = '', country = '', networkId = '' } }) => {
    const merchant = { descriptor: name, mcc, city, country: alpha3[country] ?? 'ZZZ', acceptor_id: networkId }
    await lithic.authorize({ cardId, amount, merchant })
    return lithic.results.at(-1) ?? ''
  },
  toldOf: (reason) =>
    reason === null ? 'APPROVED' : lithicResultOfReason[reason as keyof typeof lithicResultOfReason],
})
