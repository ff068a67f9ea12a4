import type { IssuerFact } from './issuer.ts'

type MovedFact = Pick<IssuerFact, 'kind' | 'amount'>

/** Cents captured and cents refunded in an issuer's facts. */
export function capturedAndRefundedSums(facts: readonly MovedFact[]): { captured: number; refunded: number } {
  const sumOf = (kind: MovedFact['kind']) =>
    facts.filter((fact) => fact.kind === kind).reduce((sum, { amount }) => sum + amount, 0)
  return { captured: sumOf('capture'), refunded: sumOf('credit') }
}
