import type { cardFieldFunctions, TypedCardValues } from './card-fields.ts'
import type { FillInResult } from './checkout.ts'
import type { domFunctions, CheckoutPageElement, PageForm } from './dom.ts'
import type { paymentFaultFunctions, PaymentFault } from './payment-faults.ts'
import type { payButtonFunctions } from './pay-button.ts'
import type { buttonPressPageFunctions, PayButtonPressResult } from './pressing.ts'
import type { PurchaseCeiling } from './totals.ts'
import type { cardTypingPageFunctions } from './typing.ts'

/* Functions that find and fill in a checkout whose card fields are in frames. They run in pages, as dom.ts says. */

declare const page: typeof domFunctions &
  typeof cardFieldFunctions &
  typeof payButtonFunctions &
  typeof paymentFaultFunctions &
  typeof buttonPressPageFunctions &
  typeof cardTypingPageFunctions

/** The kinds of card fields in a document. A frame's document may have only some of a checkout's fields. `origin`: the document's. */
export interface FrameCardFields {
  readonly origin: string
  readonly kinds: readonly string[]
}

export function fieldsOfFrame(): FrameCardFields {
  const { number, ...others } = page.sortFields(page.openFields(), 16)
  const numbers = number === null ? ['number', 'number'] : number.length === 0 ? [] : ['number']
  const kinds = [...numbers, ...Object.entries(others).flatMap(([kind, some]) => some.map(() => kind))]
  return { origin: page.dom().origin, kinds }
}

/** Types a card into the fields that a frame's own document has: the checkout's other fields may be in other frames. */
export function fillFrame(typing: TypedCardValues): FillInResult {
  const { number, code, expiry, month, year } = page.sortFields(page.openFields(), typing.pan.length)
  const one = (some: readonly CheckoutPageElement[]) => some[0] ?? null
  return page.typeInto(
    { form: null, number: number ?? [], code: one(code), expiry: one(expiry), month: one(month), year: one(year) },
    typing,
  )
}

/** Whether a person sees the frame that an element of the page shows, and nothing in front of it. */
export function frameVisibility(frame: CheckoutPageElement): 'shown' | 'covered' | 'hidden' {
  return page.sightOf(frame)
}

/**
 * The reason why a document cannot pay with the fields in its frames: the button that pays is missing, or an obstacle is in the way. Null:
 * it can. The form is the one around the frame's element, or, in the document of a frame, the one around the fields.
 */
export function paymentFaultNearFrame(
  frame: CheckoutPageElement | null,
  submit: string | null,
  ceiling: PurchaseCeiling | null,
): PaymentFault | null {
  const form = formNear(frame)
  const button = page.buttonFor(form, submit)
  return 'lacking' in button ? button : page.inTheWay(form, submit, ceiling)
}

/** Presses the button that pays, in the page that shows the frames or in the document of the frame. */
export function pressPayButtonNearFrame(
  frame: CheckoutPageElement | null,
  submit: string | null,
  ceiling: PurchaseCeiling | null,
): PayButtonPressResult {
  const button = page.buttonFor(formNear(frame), submit)
  return 'lacking' in button ? { how: 'disabled' } : page.pressed(button, ceiling)
}

function formNear(frame: CheckoutPageElement | null): PageForm | null {
  const around = frame?.closest('form') ?? page.openFields().find((field) => page.kindOf(field) === 'number')?.form
  return (around ?? null) as PageForm | null
}

export const framedCheckoutFunctions = {
  fieldsHere: fieldsOfFrame,
  fillHere: fillFrame,
  sightOfFrame: frameVisibility,
  lackingNear: paymentFaultNearFrame,
  pressNear: pressPayButtonNearFrame,
  formNear,
}
