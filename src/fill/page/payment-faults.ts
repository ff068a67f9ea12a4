import type { buttonWords } from '../words/button-words.ts'
import type { checkoutPageWords } from '../words/page-words.ts'
import type { plainText } from '../words/plain-text.ts'
import type { cardFieldFunctions } from './card-fields.ts'
import type { domFunctions, CheckoutPageElement, PageForm } from './dom.ts'
import type { payButtonFunctions } from './pay-button.ts'
import type { PurchaseCeiling, pageTotalFunctions } from './totals.ts'

/* Functions that see what stands in the way of a payment, before a card number is read. They run in pages, as dom.ts says. */

declare const page: typeof domFunctions &
  typeof cardFieldFunctions &
  typeof payButtonFunctions &
  typeof pageTotalFunctions & { plainText: typeof plainText }
declare const words: { readonly page: typeof checkoutPageWords; readonly button: typeof buttonWords }

/** A fault for which a page cannot be paid, in words for the user, and the obstacle as agents report it. */
export interface PaymentFault {
  readonly lacking: string
  readonly obstacle?: string
  /** A CSS selector of the button that leads from the page to the checkout's next step. */
  readonly submit?: string
}

/**
 * Finds an obstacle before the card can be entered: a box to tick, another empty field, another payment method that is chosen, or a total
 * above the ceiling. Null: none.
 */
export function paymentFaultOf(
  form: PageForm | null,
  submit: string | null,
  ceiling: PurchaseCeiling | null,
): PaymentFault | null {
  const button = page.buttonFor(form, submit)
  const isWaiting = !('lacking' in button) && page.isDisabled(button)
  const boxes = page.deepAll('input[type="checkbox"], [role="checkbox"]').filter(isChoice)
  const isUnticked = (box: CheckoutPageElement) =>
    !isTicked(box) && (isRequired(box) || (isWaiting && says(box, words.page.terms)))
  if (boxes.some((box) => isNear(box, form) && isUnticked(box))) {
    return {
      lacking: 'a box that has to be ticked, such as that of the terms. Tick it if your user agrees',
      obstacle: 'terms',
    }
  }
  if (
    submit === null &&
    boxes.some(
      (box) => isNear(box, form) && isPreset(box) && says(box, words.page.costs) && !says(box, words.page.saves),
    )
  ) {
    return {
      lacking:
        'an order without extras: a box is ticked that costs something more, such as a trial or an insurance. Untick it, or name the button with `submit` if it is wanted',
      obstacle: 'price_changed',
    }
  }
  if (isOtherWayChosen())
    return { lacking: 'the card as the way to pay: another one is chosen. Choose the card', obstacle: 'step' }
  const others = [...(form?.elements ?? [])].filter(
    (each) =>
      /^(?:INPUT|SELECT|TEXTAREA)$/.test(each.tagName) && each.willValidate === true && page.kindOf(each) === null,
  )
  if (others.some((each) => !each.checkValidity())) {
    return { lacking: 'a form that is complete: fill its other fields first', obstacle: 'step' }
  }
  const total = ceiling === null ? null : page.totalAbove(ceiling)
  return total === null
    ? null
    : {
        lacking: `a total within what was declared: it shows ${total}. Declare the purchase again with the real total`,
        obstacle: 'price_changed',
      }
}

function says(box: CheckoutPageElement, source: string): boolean {
  return new RegExp(source, 'u').test(page.plainText(page.choiceText(box)))
}

function isTicked(box: CheckoutPageElement): boolean {
  return box.checked === true || box.getAttribute('aria-checked') === 'true'
}

/** Whether a box was ticked by the page itself, and not by the person or program that filled in the rest. */
function isPreset(box: CheckoutPageElement): boolean {
  return isTicked(box) && (box.tagName !== 'INPUT' || box.defaultChecked === true)
}

function isRequired(box: CheckoutPageElement): boolean {
  return box.required === true || box.getAttribute('aria-required') === 'true'
}

/** Whether a person can choose a box or radio button. The element itself may be hidden if its label shows a picture of it. */
function isChoice(box: CheckoutPageElement): boolean {
  const seen = { visibilityProperty: true }
  const labels = [...(box.labels ?? [])] as unknown as CheckoutPageElement[]
  return !box.disabled && (box.checkVisibility(seen) || labels.some((label) => label.checkVisibility(seen)))
}

function isNear(box: CheckoutPageElement, form: PageForm | null): boolean {
  const around = box.form ?? box.closest('form')
  return around === null || form === null || around === form
}

/** Whether a payment method other than a card is chosen although the page offers cards, too. */
function isOtherWayChosen(): boolean {
  const isCard = (text: string) => new RegExp(words.button.card, 'u').test(text)
  const isOther = (text: string) => new RegExp(words.button.otherWays, 'u').test(text)
  const radios = page.deepAll('input[type="radio"], [role="radio"], [role="tab"]').filter(isChoice)
  const options = radios.map((each) => ({
    text: page.plainText(`${page.choiceText(each)} ${each.tagName === 'INPUT' ? each.value : ''}`),
    isChosen: isTicked(each) || each.getAttribute('aria-selected') === 'true',
  }))
  const lists = page
    .deepAll('select')
    .map((list) =>
      [...(list.options ?? [])].map(({ text, selected }) => ({ text: page.plainText(text), isChosen: selected })),
    )
  return [options, ...lists].some(
    (ways) =>
      ways.some(({ text, isChosen }) => isChosen && isOther(text) && !isCard(text)) &&
      ways.some(({ text }) => isCard(text)) &&
      !ways.some(({ text, isChosen }) => isChosen && isCard(text)),
  )
}

/** Unticks the ticked boxes that would keep the card at the shop. Returns their number. */
export function untickCardSavingBoxes(): number {
  const boxes = page
    .deepAll('input[type="checkbox"], [role="checkbox"]')
    .filter((box) => isChoice(box) && isTicked(box) && !isRequired(box) && says(box, words.page.saves))
  for (const box of boxes) box.click()
  return boxes.length
}

export const paymentFaultFunctions = {
  inTheWay: paymentFaultOf,
  says,
  isTicked,
  isPreset,
  isRequired,
  isChoice,
  isNear,
  isOtherWayChosen,
  untickSaved: untickCardSavingBoxes,
}
