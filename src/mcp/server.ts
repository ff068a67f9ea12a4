import {
  type CallToolResult,
  type InputRequiredResult,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { toolError, isUnforeseenError } from './tool-error.ts'
import { nextStepAfterOpenedPage, askClientToOpenPage } from './open-page.ts'
import { registerMcpPrompts } from './prompts.ts'
import { registerMcpResources } from './resources.ts'
import { toolInputReader } from './input/read-input.ts'
import { uncheckedToolSchema, listedToolOutputSchema } from './schema.ts'
import { toolAnnotationsOf, type ToolCaller, type AgentNextStep, type AgentTool, type ToolCall } from './tool.ts'
import { mcpInstructionsForRole, toolsForRole } from './tools.ts'

const LIST_LIFE_MS = 300_000
const HINT = { ttlMs: LIST_LIFE_MS, cacheScope: 'private' } as const // the list of tools depends on the API key

/**
 * Makes an MCP server for a caller, for HTTP or stdio and for both versions of the protocol. Over HTTP a server lives for one message:
 * where the message calls a tool, only that tool is registered, because registering all others costs as much as the call.
 */
export function createMcpServer(asking: ToolCaller, called: string | null = null, canListen = false): McpServer {
  const server = new McpServer(
    { name: 'purser', title: 'Purser', version: asking.version, icons: [{ src: ICON, mimeType: 'image/svg+xml' }] },
    {
      instructions: mcpInstructionsForRole(asking.asker.role),
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: canListen },
      },
      cacheHints: { 'tools/list': HINT, 'prompts/list': HINT, 'resources/list': HINT, 'server/discover': HINT },
      maxToolInputElements: 100,
    },
  )
  const offered = toolsForRole(asking.asker.role)
  const only = offered.find(({ name }) => name === called)
  if (only !== undefined) {
    register(server, only, (context) => callOf(asking, asking.signal, context))
    return server
  }
  for (const one of offered) {
    register(server, one, (context) => callOf(asking, AbortSignal.any([asking.signal, context.mcpReq.signal]), context))
  }
  registerMcpPrompts(server)
  registerMcpResources(server, asking)
  return server
}

/** The form in which each tool is registered, made once for all MCP servers. */
const forms = new WeakMap<AgentTool, ReturnType<typeof formOf>>()

function formOf(one: AgentTool) {
  const { title, description, hints, input, output } = one
  return {
    read: toolInputReader(one),
    config: {
      title,
      description,
      inputSchema: uncheckedToolSchema(input),
      outputSchema: listedToolOutputSchema(output),
      annotations: toolAnnotationsOf(hints),
    },
  }
}

function register(server: McpServer, one: AgentTool, callIn: (context: ServerContext) => ToolCall): void {
  const form = forms.get(one) ?? formOf(one)
  forms.set(one, form)
  server.registerTool(one.name, form.config, async (sent, context): Promise<CallToolResult | InputRequiredResult> => {
    const call = callIn(context)
    try {
      const { input, ignored } = form.read(sent)
      const answer = withIgnored(await one.run(call, input), ignored)
      const page = one.page?.(answer) ?? null
      const asked = page === null ? null : askClientToOpenPage(server, context, page)
      if (asked !== null) return asked
      const output = page === null ? answer : { ...answer, next: nextStepAfterOpenedPage(context, answer.next) }
      return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
    } catch (error) {
      if (isUnforeseenError(error) && !call.signal.aborted) call.report(error)
      return { content: [{ type: 'text', text: JSON.stringify(toolError(error, one)) }], isError: true }
    }
  })
}

/** Adds the names of ignored arguments to a tool's answer, so that nobody assumes that they had an effect. */
function withIgnored<A extends { next: AgentNextStep }>({ next, ...answer }: A, ignored: readonly string[]) {
  if (ignored.length === 0) return { ...answer, next }
  return {
    ...answer,
    ignored,
    next: { ...next, say: `What \`ignored\` names is not known here, and had no effect. ${next.say}` },
  }
}

function callOf(asking: ToolCaller, signal: AbortSignal, { mcpReq }: ServerContext): ToolCall {
  const { _meta: { progressToken } = {} } = mcpReq
  let progress = 0
  return {
    ...asking,
    signal,
    tellProgress: async (message) => {
      if (progressToken === undefined) return
      progress += 1
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } })
    },
  }
}

const ICON =
  'data:image/svg+xml;base64,' +
  'PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAyNCAyNCI+PHBhdGggZmlsbD0iIzIyMiIgZD0iTTMgNWgxOGEyIDIgMCAwIDEgMiAydjEwYTIgMiAwIDAgMS0yIDJIM2EyIDIgMCAwIDEtMi0yVjdhMiAyIDAgMCAxIDItMnoiLz48cGF0aCBmaWxsPSIjZmZmIiBkPSJNMSA5aDIydjNIMXoiLz48L3N2Zz4='
