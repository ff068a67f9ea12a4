import type { AgentNextStep, ReportedCheckoutObstacle } from './tool.ts'

/** The codes of refusals that a tool makes without asking the API. */
export type ToolRefusalCode = 'no_card' | 'which_card' | 'not_filled' | 'not_askable' | 'not_more'

/** A refusal that an MCP tool makes by itself, with what to do next. */
export class ToolRefusal extends Error {
  readonly code: ToolRefusalCode
  readonly fixedBy: 'you' | 'time' | 'owner'
  readonly next: AgentNextStep
  /** The obstacle at the checkout and the page's own error, which is a text of the shop. */
  readonly checkout: { readonly obstacle?: ReportedCheckoutObstacle; readonly pageSays?: string }

  constructor(
    code: ToolRefusalCode,
    message: string,
    { fixedBy, next, checkout = {} }: Pick<ToolRefusal, 'fixedBy' | 'next'> & Partial<Pick<ToolRefusal, 'checkout'>>,
  ) {
    super(message)
    this.checkout = checkout
    this.code = code
    this.fixedBy = fixedBy
    this.next = next
  }
}
