import type { DevToolsBrowser, DevToolsSession } from './devtools.ts'
import { FillError } from './fill-error.ts'

/** A frame of a page; the page's main frame is one, too. */
export interface BrowserFrame {
  readonly id: string
  readonly parentId: string | undefined
  /** The origin of the frame's document. Null: it belongs to no site, for instance because the frame is sandboxed. */
  readonly origin: string | null
  /** The DevTools session of the process in which the frame runs: a frame of another site has a session of its own. */
  readonly session: DevToolsSession
}

/** The frames of a page. The main frame comes first, and each frame comes after the one that shows it. */
export interface BrowserFrames {
  list(): Promise<readonly BrowserFrame[]>
}

interface Tree {
  readonly frame: { readonly id: string; readonly parentId?: string; readonly securityOrigin: string }
  readonly childFrames?: readonly Tree[]
}

interface Attached {
  readonly sessionId: string
  readonly targetInfo: { readonly type: string }
}

/** Follows the frames of a page as they come and go, those that run in other processes included. */
export async function followBrowserFrames(browser: DevToolsBrowser, page: DevToolsSession): Promise<BrowserFrames> {
  const sessions = new Map<string, DevToolsSession>([['', page]])
  const follow = async (session: DevToolsSession): Promise<void> => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }: Attached) => {
      if (targetInfo.type !== 'iframe') return
      const frame = browser.session(sessionId)
      sessions.set(sessionId, frame)
      follow(frame).catch(() => undefined) // the frame may be gone by then
    })
    session.on('Target.detachedFromTarget', ({ sessionId }: Pick<Attached, 'sessionId'>) => sessions.delete(sessionId))
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
  }
  await follow(page)
  return {
    list: async () => {
      const lists = await Promise.all([...sessions.values()].map(framesIn))
      return lists.flat()
    },
  }
}

async function framesIn(session: DevToolsSession): Promise<BrowserFrame[]> {
  const flat = ({ frame, childFrames = [] }: Tree): BrowserFrame[] => [
    {
      id: frame.id,
      parentId: frame.parentId,
      origin: URL.parse(frame.securityOrigin)?.origin ?? null,
      session,
    },
    ...childFrames.flatMap(flat),
  ]
  try {
    return flat((await session.send<{ frameTree: Tree }>('Page.getFrameTree')).frameTree)
  } catch {
    return [] // the frame is gone
  }
}

/** Evaluates an expression in a frame, in an isolated world whose variables scripts of the page cannot see. */
export async function evaluateInFrame<T>(
  { id, session }: Pick<BrowserFrame, 'id' | 'session'>,
  expression: string,
): Promise<T> {
  const contextId = await isolatedWorld(session, id)
  return valueOf<T>(
    await session.send<Evaluated<T>>('Runtime.evaluate', { expression, contextId, returnByValue: true }),
  )
}

/** Calls a function on the element by which the parent document shows a frame. */
export async function callOnFrameElement<T>(
  parent: BrowserFrame,
  { id: frameId }: Pick<BrowserFrame, 'id'>,
  declaration: string,
  ...given: readonly unknown[]
): Promise<T> {
  const { session, id } = parent
  const executionContextId = await isolatedWorld(session, id)
  const { backendNodeId } = await session.send<{ backendNodeId: number }>('DOM.getFrameOwner', { frameId })
  const { object } = await session.send<{ object: { objectId: string } }>('DOM.resolveNode', {
    backendNodeId,
    executionContextId,
  })
  return valueOf<T>(
    await session.send<Evaluated<T>>('Runtime.callFunctionOn', {
      functionDeclaration: declaration,
      objectId: object.objectId,
      arguments: given.map((value) => ({ value })),
      returnByValue: true,
    }),
  )
}

interface Evaluated<T> {
  readonly result: { readonly value?: T }
  readonly exceptionDetails?: object
}

function valueOf<T>({ result, exceptionDetails }: Evaluated<T>): T {
  // The message of the page's exception is left out, because it may repeat the card that was typed.
  if (exceptionDetails !== undefined) throw new FillError('The page refused a step.')
  return result.value as T
}

async function isolatedWorld(session: DevToolsSession, frameId: string): Promise<number> {
  const { executionContextId } = await session.send<{ executionContextId: number }>('Page.createIsolatedWorld', {
    frameId,
    worldName: 'purser',
  })
  return executionContextId
}
