import { type DevToolsBrowser, connectToBrowser, type DevToolsSession } from '../../src/fill/devtools.ts'
import { eventually } from '../support/eventually.ts'

/** An agent's sessions beside the filler's: all that they can see, network included. */
export interface Watcher {
  readonly seen: string[]
  goTo(url: string): Promise<void>
  evaluate<T>(expression: string): Promise<T>
  /** Waits for a page with this title. */
  shows(title: string): Promise<void>
  openTab(url: string): Promise<{ close(): Promise<void> }>
  /** Everything that can be read of the page now. */
  look(): Promise<void>
  /** Puts another session beside the others that intercepts every request and answer. */
  intercept(): Promise<void>
  /** From now on, sends what the page posts from this process, as `route.fetch()` of browser tools does. Returns what it was given to send. */
  fetchItself(): Promise<readonly string[]>
  close(): void
}

const EVENTS = [
  'Network.requestWillBeSent',
  'Network.requestWillBeSentExtraInfo',
  'Network.responseReceived',
  'Network.responseReceivedExtraInfo',
]
const PAGE = `[document.documentElement.outerHTML, document.title, location.href, document.cookie, JSON.stringify(localStorage),
  [...document.querySelectorAll('input')].map((input) => input.value).join(' | ')].join('\\n')`

export async function watch(address: string, origin: string): Promise<Watcher> {
  const browser = await connectToBrowser(address)
  const { targetInfos } = await browser.send<{ targetInfos: { targetId: string; type: string; url: string }[] }>(
    'Target.getTargets',
  )
  const { targetId = '' } = targetInfos.find(({ type, url }) => type === 'page' && url.startsWith(origin)) ?? {}
  const page = await browser.attach(targetId)
  const seen: string[] = []
  const note = (value: unknown) => void seen.push(JSON.stringify(value))
  const frames = new Map<string, DevToolsSession>()
  const listen = async (session: DevToolsSession): Promise<void> => {
    for (const event of EVENTS) session.on(event, note)
    session.on('Network.loadingFinished', ({ requestId }: { requestId: string }) => {
      session.send<unknown>('Network.getResponseBody', { requestId }).then(note, () => undefined)
      session.send<unknown>('Network.getRequestPostData', { requestId }).then(note, () => undefined)
    })
    session.on('Target.attachedToTarget', ({ sessionId }: { sessionId: string }) => {
      const frame = browser.session(sessionId)
      frames.set(sessionId, frame)
      listen(frame).catch(() => undefined) // it may be gone
    })
    session.on('Target.detachedFromTarget', ({ sessionId }: { sessionId: string }) => frames.delete(sessionId))
    for (const domain of ['Network', 'Page', 'Accessibility']) await session.send(`${domain}.enable`)
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
  }
  await listen(page)
  await intercept(page, note)
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result } = await page.send<{ result: { value?: T } }>('Runtime.evaluate', {
      expression,
      returnByValue: true,
    })
    return result.value as T
  }
  return {
    seen,
    evaluate,
    goTo: async (url) => {
      await page.send('Page.navigate', { url })
      const isThere = `location.href === ${JSON.stringify(url)} && document.readyState === 'complete'`
      await eventually(url, () => evaluate<boolean>(isThere).catch(() => false))
    },
    shows: (title) =>
      eventually(title, () => evaluate<boolean>(`document.title === ${JSON.stringify(title)}`).catch(() => false)),
    openTab: async (url) => {
      const tab = await browser.send<{ targetId: string }>('Target.createTarget', { url })
      const shown = await browser.attach(tab.targetId)
      const isThere = { expression: 'document.readyState === "complete" && location.href', returnByValue: true }
      await eventually(url, async () => {
        const { result } = await shown.send<{ result: { value?: string } }>('Runtime.evaluate', isThere)
        return result.value === url
      })
      return { close: () => browser.send<void>('Target.closeTarget', tab) }
    },
    look: async () => {
      note(await evaluate(PAGE))
      note(await page.send('Accessibility.getFullAXTree'))
      for (const frame of frames.values()) {
        const expression = { expression: PAGE, returnByValue: true }
        await frame.send<unknown>('Runtime.evaluate', expression).then(note, () => undefined)
      }
    },
    intercept: () => interceptEverywhere(browser, targetId, note),
    fetchItself: async () => fetchItself(await browser.attach(targetId)),
    close: () => browser.close(),
  }
}

async function interceptEverywhere(
  browser: DevToolsBrowser,
  targetId: string,
  note: (value: unknown) => void,
): Promise<void> {
  await intercept(await browser.attach(targetId), note)
  await intercept(browser, note)
}

interface Routed {
  readonly requestId: string
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Record<string, string>
    readonly postData?: string
  }
}

async function fetchItself(session: DevToolsSession): Promise<readonly string[]> {
  const given: string[] = []
  const route = async ({ requestId, request: { url, method, headers, postData: body } }: Routed) => {
    if (body === undefined) return session.send('Fetch.continueRequest', { requestId })
    given.push(body)
    const answer = await fetch(url, { method, headers, body })
    const text = Buffer.from(await answer.arrayBuffer()).toString('base64')
    return session.send('Fetch.fulfillRequest', { requestId, responseCode: answer.status, body: text })
  }
  session.on('Fetch.requestPaused', (paused: Routed) => void route(paused).catch(() => undefined))
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] })
  return given
}

/** Reads requests and answers on their way, as `page.route` of browser tools does. */
async function intercept(session: DevToolsSession, note: (value: unknown) => void): Promise<void> {
  const pass = async (paused: { requestId: string; responseStatusCode?: number }) => {
    note({ from: 'Fetch', ...paused })
    const { requestId } = paused
    if (paused.responseStatusCode !== undefined) {
      await session.send<unknown>('Fetch.getResponseBody', { requestId }).then(note, () => undefined)
    }
    await session.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
  }
  session.on('Fetch.requestPaused', (paused: never) => void pass(paused))
  const patterns = ['Request', 'Response'].map((requestStage) => ({ urlPattern: '*', requestStage }))
  await session.send('Fetch.enable', { patterns })
}
