import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Next, PageOfPerson } from './tool.ts'

const KEY = 'page'

/**
 * Asks a client that can to open a page for its user: what a person decides, they decide there, signed in. Null where the client
 * cannot, or was asked already. The call comes again with what became of it; nothing is remembered in between.
 */
export function askToOpen(server: McpServer, context: ServerContext, page: PageOfPerson): InputRequiredResult | null {
  if (!opensPages(server, context) || answerTo(context) !== null) return null
  return inputRequired({ inputRequests: { [KEY]: inputRequired.elicitUrl({ message: page.message, url: page.url }) } })
}

/** Whoever is asked without having said that they can be gets an error of the protocol, which no model sees. */
function opensPages({ server }: McpServer, { mcpReq: { envelope } }: ServerContext): boolean {
  const ofRequest = envelope as Partial<Record<string, ClientCapabilities>> | undefined
  const declared = ofRequest?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  return declared?.elicitation?.url !== undefined
}

const answerTo = ({ mcpReq }: ServerContext) => {
  const answer = inputResponse(mcpReq.inputResponses, KEY)
  return answer.kind === 'elicit' ? answer.action : null
}

const OPENED = {
  accept: 'Your user has the page open, and decides there.',
  decline: 'Your user did not want to open the page. That decides nothing.',
  cancel: 'Your user closed the question. That decides nothing.',
} as const

/** What the client says of the page changes words, and nothing else: some clients accept by themselves. */
export function afterPage(context: ServerContext, next: Next): Next {
  const action = answerTo(context)
  return action === null ? next : { ...next, say: `${OPENED[action]} ${next.say}` }
}
