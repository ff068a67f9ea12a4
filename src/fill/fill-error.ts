/** The error of a checkout that was not paid. Its message tells the user why, and never contains a value of the card. */
export class FillError extends Error {
  /** Who can remedy the failure. `you`: whoever had the checkout filled in. `owner`: whoever manages this machine and Purser's agents. */
  readonly fixedBy: 'you' | 'owner'

  constructor(message: string, fixedBy: FillError['fixedBy'] = 'you') {
    super(message)
    this.fixedBy = fixedBy
  }
}
