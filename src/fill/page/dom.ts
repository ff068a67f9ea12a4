/*
 * The elements of a page, and how a person sees them. The functions of this folder run in pages, in an isolated world: scripts of the page see
 * how these functions change fields, and nothing else of them. They may use each other (those of other files as members of `page`), the words
 * of ../words and the page, and nothing else of this project, because their text is sent to the browser.
 */

/** The DOM properties that these functions use, of fields, buttons and all other elements. */
export interface CheckoutPageElement extends Styled {
  value: string
  readonly form: PageForm | null
  readonly name: string
  readonly id: string
  readonly type: string
  readonly autocomplete: string
  readonly placeholder?: string
  readonly maxLength: number
  readonly tagName: string
  readonly disabled: boolean
  readonly readOnly?: boolean
  readonly required?: boolean
  readonly checked?: boolean
  readonly defaultChecked?: boolean
  readonly labels?: Iterable<{ readonly textContent: string; contains(other: unknown): boolean }> | null
  readonly options?: Iterable<PageSelectOption>
  readonly shadowRoot: Root | null
  readonly textContent: string
  readonly innerText?: string
  readonly children: Iterable<CheckoutPageElement>
  readonly nextElementSibling: CheckoutPageElement | null
  readonly willValidate?: boolean
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
  dispatchEvent(event: unknown): void
  checkVisibility(options: object): boolean
  checkValidity(): boolean
  getBoundingClientRect(): { left: number; top: number; width: number; height: number }
  scrollIntoView(options: object): void
  matches(selector: string): boolean
  closest(selector: string): CheckoutPageElement | null
  querySelectorAll(selector: string): Iterable<CheckoutPageElement>
  getRootNode(): Root
  contains(other: unknown): boolean
  click(): void
}
export interface PageSelectOption {
  readonly value: string
  readonly text: string
  readonly disabled: boolean
  readonly selected: boolean
}
interface Root {
  readonly host?: CheckoutPageElement
  querySelectorAll(selector: string): Iterable<CheckoutPageElement>
  elementFromPoint(x: number, y: number): unknown
  getElementById(id: string): { readonly textContent: string } | null
}
interface Styled {
  readonly parentElement: CheckoutPageElement | null
}
export interface PageForm extends CheckoutPageElement {
  readonly target: string
  readonly method: string
  readonly elements: Iterable<CheckoutPageElement>
}

export function pageDom() {
  return globalThis as unknown as {
    document: Root & {
      readonly title: string
      readonly readyState: string
      readonly documentElement: CheckoutPageElement
    }
    location: { readonly origin: string; readonly pathname: string }
    origin: string
    getComputedStyle(element: unknown): { readonly opacity: string; readonly overflow: string }
    HTMLInputElement: { prototype: object }
    HTMLSelectElement: { prototype: object }
    Event: new (type: string, init: object) => unknown
  }
}

/** All elements that a selector finds in the shop's page, also in the open shadow trees of its components. */
export function findPageElements(selector: string): CheckoutPageElement[] {
  const inside = (root: Root): CheckoutPageElement[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(selector) ? [element] : []),
      ...(element.shadowRoot === null ? [] : inside(element.shadowRoot)),
    ])
  return inside(pageDom().document)
}

/**
 * Whether a person sees an element: in the page and in front of everything else (`shown`), behind something else (`covered`), or not at all
 * (`hidden`): shops hide fields that only robots fill in. The element is scrolled to the middle of the window.
 */
export function elementVisibility(element: CheckoutPageElement): 'shown' | 'covered' | 'hidden' {
  const asked = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }
  if (!element.checkVisibility(asked)) return 'hidden'
  if (element.closest('[aria-hidden="true"], [inert]') !== null) {
    // A dialog that the page shows makes all elements outside of it inert.
    return element.closest('[inert]') !== null && findPageElements('dialog[open], [aria-modal="true"]').length > 0
      ? 'covered'
      : 'hidden'
  }
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  if (width < 8 || height < 8 || isFadedOrClipped(element, x, y)) return 'hidden'
  const hit = element.getRootNode().elementFromPoint(x, y)
  const isHit =
    hit === element || element.contains(hit) || [...(element.labels ?? [])].some((each) => each.contains(hit))
  return isHit ? 'shown' : hit === null ? 'hidden' : 'covered'
}

/** Whether an element is too transparent to be seen, or lies where an element around it shows nothing, such as a closed accordion. */
function isFadedOrClipped(element: CheckoutPageElement, x: number, y: number): boolean {
  let opacity = 1
  for (
    let each: CheckoutPageElement | null = element;
    each !== null;
    each = each.parentElement ?? each.getRootNode().host ?? null
  ) {
    const style = pageDom().getComputedStyle(each)
    opacity *= Number(style.opacity)
    const { left, top, width, height } = each.getBoundingClientRect()
    const isInside = x >= left && x <= left + width && y >= top && y <= top + height
    if (!isInside && /hidden|clip/.test(style.overflow) && !each.matches('html, body')) return true
  }
  return opacity < 0.1
}

/** The text by which a person recognizes a field. */
export function fieldLabelText(field: CheckoutPageElement): string {
  const root = field.getRootNode()
  const labels = [...(field.labels ?? [])].map(({ textContent }) => textContent)
  const named = (field.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
  const others = named.map((id) => root.getElementById(id)?.textContent ?? '')
  const own = [field.placeholder ?? '', field.getAttribute('aria-label') ?? '', field.getAttribute('title') ?? '']
  return [...labels, ...others, ...own].join(' ')
}

/** The text of a checkbox or radio button, which some pages write beside the element instead of in a label. */
export function checkboxOrRadioText(field: CheckoutPageElement): string {
  const text = `${fieldLabelText(field)} ${field.textContent}`.trim()
  return text === '' ? (field.parentElement?.textContent ?? '') : text
}

export const domFunctions = {
  dom: pageDom,
  deepAll: findPageElements,
  sightOf: elementVisibility,
  isFadedOrClipped,
  textOf: fieldLabelText,
  choiceText: checkboxOrRadioText,
}
