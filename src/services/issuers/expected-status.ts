import type { IssuerCardStatus } from '../../issuers/issuer.ts'

/** The status of a card at Purser. */
export interface PurserCardStatus {
  readonly status: IssuerCardStatus
  readonly isAccountStopped: boolean
}

/**
 * The status that a card should have at its issuer. A stop of the account freezes active cards at the issuer without changing their status
 * at Purser. So the resumption knows which cards to unfreeze: those that are active at Purser.
 */
export const expectedIssuerStatus = ({ status, isAccountStopped }: PurserCardStatus): IssuerCardStatus =>
  isAccountStopped && status === 'active' ? 'frozen' : status
