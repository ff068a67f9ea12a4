import type { CardStatus } from '../../issuers/issuer.ts'

/** A card as it is here. */
export interface OwnStatus {
  readonly status: CardStatus
  readonly isAccountStopped: boolean
}

/**
 * What a card is to be at its issuer. A stop freezes it there and changes nothing here, so that nothing has to be remembered for the resume:
 * a card that its owner has frozen or closed stays so, whenever that was.
 */
export const wantedStatus = ({ status, isAccountStopped }: OwnStatus): CardStatus =>
  isAccountStopped && status === 'active' ? 'frozen' : status
