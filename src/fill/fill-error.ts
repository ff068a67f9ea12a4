/** Whatever keeps a checkout from being paid, in words for its user. Never with a value of the card. */
export class FillError extends Error {
  /** Who can mend it: whoever asks for the checkout, or whoever set this machine up. */
  readonly fixedBy: 'you' | 'owner'

  constructor(message: string, fixedBy: FillError['fixedBy'] = 'you') {
    super(message)
    this.fixedBy = fixedBy
  }
}
