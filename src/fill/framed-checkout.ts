import type { CheckoutPage } from './checkout-page.ts'
import { callOnFrameElement, type BrowserFrame, evaluateInFrame } from './frames.ts'
import type { TypedCardValues } from './page/card-fields.ts'
import type { FillInResult } from './page/checkout.ts'
import {
  fieldsOfFrame,
  fillFrame,
  type FrameCardFields,
  paymentFaultNearFrame,
  pressPayButtonNearFrame,
  frameVisibility,
} from './page/framed.ts'
import type { PaymentFault } from './page/payment-faults.ts'
import type { PayButtonPressResult } from './page/pressing.ts'
import { pageScriptCalling, elementScriptCalling } from './page/script.ts'
import type { PurchaseCeiling } from './page/totals.ts'
import type { TypedCardFields } from './page/typing.ts'
import type { CardDestinations } from './providers.ts'

/** A checkout whose card fields are in frames: the frames with the fields, and the frame with the button that pays. */
export interface FramedCheckout {
  readonly frames: readonly BrowserFrame[]
  fill(typing: TypedCardValues): Promise<FillInResult>
  /** Presses the checkout's button that pays. Resolves to how it was pressed, such as `disabled` while it waits for the page. */
  press(): Promise<PayButtonPressResult>
}

/** Why a shop's page cannot be filled in, in words for the user. `fixedBy`: who can remedy it; absent: whoever opened the page. */
export interface CheckoutFault extends PaymentFault {
  readonly fixedBy?: 'owner'
}

interface FramedSearch {
  readonly submit: string | null
  readonly destinations: CardDestinations
  readonly ceiling: PurchaseCeiling | null
}

interface Fields extends FrameCardFields {
  readonly frame: BrowserFrame
}

/**
 * Finds the frames of a page whose fields together form a checkout. Resolves to the fault if they form none, and to null if no frame has a
 * field for a card.
 */
export async function findFramedCheckout(
  page: CheckoutPage,
  { submit, destinations, ceiling }: FramedSearch,
): Promise<FramedCheckout | CheckoutFault | null> {
  const all = await page.frames.list()
  const withFields = (await Promise.all(all.slice(1).map((frame) => fieldsOf(frame, all)))).filter(
    ({ kinds }) => kinds.length > 0,
  )
  const byOrigin = Map.groupBy(withFields, ({ origin }) => origin)
  const refusals = new Map([...byOrigin.keys()].map((origin) => [origin, refusalOf(origin, destinations)]))
  const usable = [...byOrigin].filter(([origin]) => refusals.get(origin) === null).map(([, fields]) => fields)
  const [fields, ...more] = usable.filter((each) => shortOf(each) === null)
  if (more.length > 0) return { lacking: 'one checkout: the frames of several origins have one' }
  if (fields === undefined) {
    const refusal = [...refusals.values()].find((each) => each !== null)
    const [some] = usable
    return some === undefined
      ? refusal === undefined
        ? null
        : { lacking: refusal, fixedBy: 'owner' }
      : { lacking: shortOf(some) ?? '' }
  }
  const ways = waysToPay({ all, fields }, submit, ceiling)
  const lacks = await Promise.all(
    ways.map(({ lacking }) => lacking().catch((): PaymentFault => ({ lacking: 'a button that pays' }))),
  )
  const way = ways[lacks.indexOf(null)]
  if (way === undefined) {
    // The fault of a page or frame that has a button to pay says more than that of one without such a button.
    return lacks.find((lack) => lack !== null && !lack.lacking.startsWith('one button')) ?? lacks[0] ?? null
  }
  return { frames: fields.map(({ frame }) => frame), fill: (typing) => filled(fields, typing), press: way.press }
}

const refusalOf = (origin: string, { refusalOf: refusal }: CardDestinations): string | null =>
  origin === 'null' ? 'card fields of a site: they are in a frame that has none' : refusal(origin)

/** The kinds of card fields that a frame has, if a person can see the frame. */
async function fieldsOf(frame: BrowserFrame, all: readonly BrowserFrame[]): Promise<Fields> {
  const none = { frame, origin: '', kinds: [] }
  try {
    const here = await evaluateInFrame<FrameCardFields>(frame, pageScriptCalling(fieldsOfFrame))
    return here.kinds.length > 0 && (await isShown(frame, all)) ? { frame, ...here } : none
  } catch {
    return none // the frame is gone
  }
}

async function isShown(frame: BrowserFrame, all: readonly BrowserFrame[]): Promise<boolean> {
  const parent = all.find(({ id }) => id === frame.parentId)
  if (parent === undefined) return true
  return (
    (await callOnFrameElement<string>(parent, frame, elementScriptCalling(frameVisibility))) === 'shown' &&
    isShown(parent, all)
  )
}

/** The reason why the card fields in frames of one origin form no checkout, such as a missing CVV field. Null: they form one. */
function shortOf(fields: readonly Fields[]): string | null {
  const count = (kind: string) => fields.flatMap(({ kinds }) => kinds).filter((each) => each === kind).length
  const [numbers, codes, expiries, months, years] = ['number', 'code', 'expiry', 'month', 'year'].map(count)
  if (numbers !== 1) return `one field for the card number in its frames: they have ${numbers}`
  if (codes !== 1) return `one field for the CVC in its frames: they have ${codes}`
  const isSplit = expiries === 0 && months === 1 && years === 1
  const isWhole = expiries === 1 && months === 0 && years === 0
  return isSplit || isWhole ? null : 'one field for the expiry in its frames, or one for its month and one for its year'
}

async function filled(fields: readonly Fields[], typing: TypedCardValues): Promise<FillInResult> {
  const typed: TypedCardFields[] = []
  for (const { frame } of fields) {
    const looked = await evaluateInFrame<FillInResult>(frame, pageScriptCalling(fillFrame, typing))
    if ('lacking' in looked) return looked
    typed.push(looked)
  }
  return { groups: typed.flatMap(({ groups }) => groups), expiry: typed.flatMap(({ expiry }) => expiry) }
}

interface Around {
  readonly all: readonly BrowserFrame[]
  readonly fields: readonly Fields[]
}

interface WayToPay {
  lacking(): Promise<PaymentFault | null>
  press(): Promise<PayButtonPressResult>
}

/**
 * The places to look for the button that pays: the page that shows the frames, and the frame with the number, because some shops show their
 * whole checkout in one frame.
 */
function waysToPay(
  { all, fields }: Around,
  submit: string | null,
  ceiling: PurchaseCeiling | null,
): readonly WayToPay[] {
  const [main] = all
  const number = fields.find(({ kinds }) => kinds.includes('number'))?.frame
  if (main === undefined || number === undefined) return []
  let outer = number
  for (let up = number; up.parentId !== undefined && up.id !== main.id;) {
    outer = up
    const parent = all.find(({ id }) => id === up.parentId)
    if (parent === undefined) break
    up = parent
  }
  return [
    {
      lacking: () =>
        callOnFrameElement<PaymentFault | null>(
          main,
          outer,
          elementScriptCalling(paymentFaultNearFrame),
          submit,
          ceiling,
        ),
      press: () =>
        callOnFrameElement<PayButtonPressResult>(
          main,
          outer,
          elementScriptCalling(pressPayButtonNearFrame),
          submit,
          ceiling,
        ),
    },
    {
      lacking: () =>
        evaluateInFrame<PaymentFault | null>(number, pageScriptCalling(paymentFaultNearFrame, null, submit, ceiling)),
      press: () =>
        evaluateInFrame<PayButtonPressResult>(
          number,
          pageScriptCalling(pressPayButtonNearFrame, null, submit, ceiling),
        ),
    },
  ]
}
