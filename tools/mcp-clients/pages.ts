import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type At, endpointOf, type OtherClient } from './client.ts'

const ROOT = join(import.meta.dirname, '..', '..')
/** The folder of the pages' code. It lies where their imports are found, and where nothing is committed. */
const FOLDER = join(import.meta.dirname, 'node_modules', '.pages')
let runs = 0

/** Runs the code of a page of docs/mcp against this node. Resolves to the variables of the code. */
async function codeOf(page: string, variables: string, at: At): Promise<unknown> {
  const written = readFileSync(join(ROOT, 'docs', 'mcp', `${page}.md`), 'utf8')
  const code = /^```ts\n([\s\S]*?)^```/m.exec(written)?.[1] ?? ''
  const file = join(FOLDER, `${page}-${(runs += 1)}.mjs`)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(file, `${code.replace('http://127.0.0.1:8420/mcp', endpointOf(at))}\nexport { ${variables} }\n`)
  process.env['PURSER_API_KEY'] = at.apiKey
  return import(pathToFileURL(file).href)
}

interface Answer {
  readonly content: readonly { readonly text: string }[]
}

interface OfAiSdk {
  readonly client: { close(): Promise<void> }
  readonly tools: Record<string, { execute(args: object, options: object): Promise<Answer> }>
}

const aiSdk: OtherClient = {
  name: '@ai-sdk/mcp, as docs/mcp/ai-sdk.md',
  open: async (at) => {
    const { client, tools } = (await codeOf('ai-sdk', 'client, tools', at)) as OfAiSdk
    return {
      list: () => Promise.resolve(Object.keys(tools)),
      call: async (name, args) => {
        const answer = await tools[name]?.execute(args, { toolCallId: '1', messages: [] })
        return answer?.content[0]?.text ?? ''
      },
      close: () => client.close(),
    }
  },
}

interface OfOpenAi {
  readonly purser: {
    listTools(): Promise<{ readonly name: string }[]>
    callTool(name: string, args: object): Promise<Answer['content']>
    close(): Promise<void>
  }
}

const openAiAgents: OtherClient = {
  name: '@openai/agents, as docs/mcp/openai-agents.md',
  open: async (at) => {
    const { purser } = (await codeOf('openai-agents', 'purser', at)) as OfOpenAi
    return {
      list: async () => (await purser.listTools()).map(({ name }) => name),
      call: async (name, args) => (await purser.callTool(name, args))[0]?.text ?? '',
      close: () => purser.close(),
    }
  },
}

interface OfLangGraph {
  readonly client: { close(): Promise<void> }
  readonly tools: readonly { readonly name: string; invoke(args: object): Promise<unknown> }[]
}

const langGraph: OtherClient = {
  name: '@langchain/mcp-adapters, as docs/mcp/langgraph.md',
  open: async (at) => {
    const { client, tools } = (await codeOf('langgraph', 'client, tools', at)) as OfLangGraph
    return {
      list: () => Promise.resolve(tools.map(({ name }) => name)),
      call: async (name, args) => textOf(await tools.find((tool) => tool.name === name)?.invoke(args)),
      close: () => client.close(),
    }
  },
}

interface OfMastra {
  readonly client: { disconnect(): Promise<void> }
  readonly tools: Record<string, { execute(args: object, context: object): Promise<unknown> }>
}

const mastra: OtherClient = {
  name: '@mastra/mcp, as docs/mcp/mastra.md',
  open: async (at) => {
    const { client, tools } = (await codeOf('mastra', 'client, tools', at)) as OfMastra
    return {
      list: () => Promise.resolve(Object.keys(tools).map((name) => name.replace(/^purser_/, ''))),
      call: async (name, args) => textOf(await tools[`purser_${name}`]?.execute(args, {})),
      close: () => client.disconnect(),
    }
  },
}

/** The text of an answer, which frameworks hand on as it is, as a block of MCP's content, or with all blocks. */
function textOf(answer: unknown): string {
  if (typeof answer === 'string') return answer
  const { text, content } = (answer ?? {}) as { readonly text?: string } & Partial<Answer>
  return text ?? content?.[0]?.text ?? JSON.stringify(answer)
}

export const clientsOfPages = [aiSdk, openAiAgents, langGraph, mastra]
