/** An obstacle to a payment, in the words in which agents report it. */
export type PaymentObstacle =
  | 'captcha'
  | '3ds_challenge'
  | 'cdn_block'
  | 'login_required'
  | 'payment_declined'
  | 'payment_required'
  | 'price_changed'
  | 'covered'
  | 'hidden'
  | 'step'
  | 'terms'
  | 'language'
  | 'encrypts'
  | 'nothing_sent'
  | 'page_error'
  | 'other'

interface Details {
  /**
   * The person who can remedy the failure. `you`: whoever had the checkout filled in. `owner`: whoever manages this machine and Purser's
   * agents.
   */
  readonly fixedBy?: 'you' | 'owner' | undefined
  readonly obstacle?: PaymentObstacle | undefined
  /** The page's own error, a text of the shop. */
  readonly pageSays?: string | undefined
  /** A CSS selector of the button that leads from the page to the checkout's next step. */
  readonly submit?: string | undefined
  /** True if the card was sent to the shop, so that somebody has to look for the charge. */
  readonly isSent?: boolean | undefined
}

/** The error of a checkout that was not paid. Its message tells the user why, and never contains a value of the card or a text of the shop. */
export class FillError extends Error {
  readonly fixedBy: 'you' | 'owner'
  readonly obstacle: PaymentObstacle | undefined
  readonly pageSays: string | undefined
  readonly submit: string | undefined
  readonly isSent: boolean

  constructor(message: string, { fixedBy = 'you', obstacle, pageSays, submit, isSent = false }: Details = {}) {
    super(message)
    this.fixedBy = fixedBy
    this.obstacle = obstacle
    this.pageSays = pageSays
    this.submit = submit
    this.isSent = isSent
  }
}

/** The end of a message about a checkout whose card was sent while the outcome is unknown. */
export const UNKNOWN_PAYMENT_OUTCOME = 'Look for the charge before you pay again.'
