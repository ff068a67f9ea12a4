import type { Page } from 'playwright-core'

/**
 * A decision as the page sent it, and what was on the screen when the key or the button of the mouse went down. One that is sent again under
 * its key, because no answer came, was pressed once: the person may have gone on meanwhile.
 */
export interface Sent {
  readonly path: string
  readonly shown: string
  readonly idempotencyKey: string
  readonly pressed: string
}

/** Runs in the page, before anything of it. */
const RECORDER = `(() => {
  globalThis.sentDecisions = []
  let pressed = ''
  const pressedFor = new Map()
  const note = (event) => {
    if (event.repeat) return
    const [only, ...others] = document.querySelectorAll('[data-shown]')
    const front = document.querySelector('dialog[open]') ?? (others.length === 0 ? only : undefined)
    pressed = front?.closest('[data-shown]')?.dataset.shown ?? ''
  }
  addEventListener('keydown', note, { capture: true })
  addEventListener('pointerdown', note, { capture: true })
  const send = globalThis.fetch
  globalThis.fetch = (url, init) => {
    const { pathname: path } = new URL(url, location.href)
    if (init?.method === 'POST' && /\\/(approve|reject|decline)$/.test(path)) {
      const { shown = '' } = JSON.parse(init.body)
      const idempotencyKey = init.headers['idempotency-key']
      if (!pressedFor.has(idempotencyKey)) pressedFor.set(idempotencyKey, pressed)
      sentDecisions.push({ path, shown, idempotencyKey, pressed: pressedFor.get(idempotencyKey) })
    }
    return send(url, init)
  }
})()`

/** Records, from the next page on, what was shown when somebody pressed, and what was then sent. */
export const recordDecisions = (page: Page) => page.addInitScript(RECORDER)

export const sentDecisions = (page: Page): Promise<Sent[]> => page.evaluate<Sent[]>('globalThis.sentDecisions ?? []')

/** Decisions that fell on something else than what was shown. */
export const misplaced = (sent: readonly Sent[]): Sent[] =>
  sent.filter(({ path, shown, pressed }) => {
    const [, id = ''] = /\/\w+_(\w+)\/\w+$/.exec(path) ?? []
    return !pressed.startsWith(`apr_${id} `) || pressed.split(' ')[1] !== shown
  })
