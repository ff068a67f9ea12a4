import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { AgentNextStep, DashboardPageForPerson } from './tool.ts'

const KEY = 'page'

/**
 * The result that asks the client to open a page for its user, on which a signed-in person decides. The client then makes the same call
 * again, with the user's answer: the server keeps nothing between the two calls. Null where the client cannot open pages, or was asked
 * already.
 */
export function askClientToOpenPage(
  server: McpServer,
  context: ServerContext,
  page: DashboardPageForPerson,
): InputRequiredResult | null {
  if (!opensPages(server, context) || answerTo(context) !== null) return null
  return inputRequired({ inputRequests: { [KEY]: inputRequired.elicitUrl({ message: page.message, url: page.url }) } })
}

/**
 * Whether the MCP client has declared that it can open pages. A client that has not would answer the request with an error of the protocol,
 * which no model sees.
 */
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

/**
 * Adds the MCP client's answer about the page to what the model reads. The answer changes nothing else, because some clients accept without
 * asking their user.
 */
export function nextStepAfterOpenedPage(context: ServerContext, next: AgentNextStep): AgentNextStep {
  const action = answerTo(context)
  return action === null ? next : { ...next, say: `${OPENED[action]} ${next.say}` }
}
