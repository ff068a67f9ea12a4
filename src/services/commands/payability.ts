import type { Intent as IntentAnswer } from '../../contract/resources/intents.ts'
import type { NotPayable } from '../../contract/resources/intents/payable.ts'

export type Payability = Pick<IntentAnswer, 'payable' | 'notPayable'>

/** The fields of an answer that say whether an intent may be paid. */
export const payabilityOf = (obstacles: readonly NotPayable[]): Payability =>
  obstacles.length === 0 ? { payable: true } : { payable: false, notPayable: [...obstacles] }
