import type { buttonMeaning } from '../words/button-meaning.ts'
import type { buttonWords } from '../words/button-words.ts'
import type { plainText } from '../words/plain-text.ts'
import type { domFunctions, CheckoutPageElement, PageForm } from './dom.ts'

/* Functions that find the button that pays. They run in pages, as dom.ts says. */

declare const page: typeof domFunctions & { buttonMeaning: typeof buttonMeaning; plainText: typeof plainText }
declare const words: { readonly button: typeof buttonWords }

export type PayButton = CheckoutPageElement

interface NoButton {
  readonly lacking: string
  readonly obstacle: string
  /** A CSS selector of the only button that leads to the checkout's next step. It contains no text of the page, only names of elements. */
  readonly submit?: string
}

/** The text of a button as a person sees it. */
export function buttonText(button: PayButton): string {
  if (button.tagName === 'INPUT') return (button.type === 'image' ? button.getAttribute('alt') : button.value) ?? ''
  const text = (button.innerText ?? button.textContent).trim()
  const [image] = [...button.querySelectorAll('img[alt]')]
  return text === '' ? (button.getAttribute('aria-label') ?? image?.getAttribute('alt') ?? '') : text
}

/** The visible buttons of the page that belong to the form with the card, or to no form. */
function buttonsFor(form: PageForm | null): PayButton[] {
  const kinds = 'button, input[type="submit"], input[type="button"], input[type="image"], [role="button"]'
  return page.deepAll(kinds).filter((button) => {
    const around = button.form ?? button.closest('form')
    return (
      button.type !== 'reset' &&
      (around === null || around === form) &&
      button.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
  })
}

/**
 * The button to press: the one that the selector names, or the only one whose text says that it pays. A button in the card's form is
 * preferred to buttons outside of all forms.
 */
export function findPayButton(form: PageForm | null, submit: string | null): PayButton | NoButton {
  if (submit !== null) return named(submit)
  const all = buttonsFor(form).map((button) => ({ button, says: page.buttonMeaning(buttonText(button), words.button) }))
  const own = all.filter(({ button }) => form !== null && (button.form ?? button.closest('form')) === form)
  const near = own.some(({ says }) => says === 'pays') ? own : all
  const [only, ...more] = near.filter(({ says }) => says === 'pays' || says === 'may pay')
  if (only?.says === 'pays' && more.length === 0) return only.button
  const name = 'Name it with `submit`, as a CSS selector'
  if (only !== undefined) {
    return { lacking: `one button that pays: several say so, or one says it in other words. ${name}`, obstacle: 'step' }
  }
  const [next, ...others] = near.filter(({ says }) => says === 'continues')
  if (next !== undefined) {
    return {
      lacking: `one button that pays: its button leads on to another step. ${name}; the card is entered then, and the order is placed on the page that follows`,
      obstacle: 'step',
      ...(others.length === 0 ? { submit: pathTo(next.button) } : {}),
    }
  }
  return { lacking: `one button that pays: none says so. ${name}`, obstacle: 'step' }
}

function named(submit: string): PayButton | NoButton {
  const lacking = {
    lacking: 'the button to press: the selector of `submit` finds none that is shown',
    obstacle: 'step',
  }
  try {
    return page.deepAll(submit).find((each) => each.checkVisibility({ visibilityProperty: true })) ?? lacking
  } catch {
    return lacking // it is no selector
  }
}

function pathTo(button: PayButton): string {
  const steps: string[] = []
  for (let each: CheckoutPageElement | null = button; each !== null; each = each.parentElement) {
    const siblings = [...(each.parentElement?.children ?? [])]
    steps.unshift(
      `${each.tagName.toLowerCase()}${siblings.length > 1 ? `:nth-child(${siblings.indexOf(each) + 1})` : ''}`,
    )
  }
  return steps.join(' > ')
}

export function isPayButtonDisabled(button: PayButton): boolean {
  return button.matches(':disabled') || button.getAttribute('aria-disabled') === 'true'
}

export function isPayText(button: PayButton): boolean {
  return page.buttonMeaning(buttonText(button), words.button) !== 'continues'
}

export const payButtonFunctions = {
  buttonText,
  buttonsFor,
  buttonFor: findPayButton,
  named,
  pathTo,
  isDisabled: isPayButtonDisabled,
  saysItPays: isPayText,
}
