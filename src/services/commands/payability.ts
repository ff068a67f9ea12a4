import type { Intent as IntentAnswer } from '../../contract/resources/intents.ts'
import type { NotPayableReason } from '../../contract/resources/intents/payable.ts'

export type IntentPayability = Pick<IntentAnswer, 'payable' | 'notPayable'>

/** The fields of the answer about an intent that say whether it may be paid. */
export const intentPayabilityOf = (obstacles: readonly NotPayableReason[]): IntentPayability =>
  obstacles.length === 0 ? { payable: true } : { payable: false, notPayable: [...obstacles] }
