import { readFileSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { join } from 'node:path'
import type { PythonInstallation } from './python.ts'

export const FRAMEWORK_EXAMPLES_FOLDER = join(import.meta.dirname, '..', '..', 'examples', 'frameworks')
const MODULES = join(FRAMEWORK_EXAMPLES_FOLDER, 'node_modules')

/** A framework for agents, and its example program. */
export interface AgentFramework {
  readonly name: string
  /** The file of the example program in `examples/frameworks`. */
  readonly file: string
  /** The packages of the framework and of its MCP client. */
  readonly packages: readonly string[]
}

export const agentFrameworks: readonly AgentFramework[] = [
  { name: 'AI SDK', file: 'ai-sdk.ts', packages: ['ai', '@ai-sdk/mcp'] },
  { name: 'OpenAI Agents SDK', file: 'openai-agents.ts', packages: ['@openai/agents'] },
  { name: 'LangGraph', file: 'langgraph.ts', packages: ['@langchain/langgraph', '@langchain/mcp-adapters'] },
  { name: 'Mastra', file: 'mastra.ts', packages: ['@mastra/core', '@mastra/mcp'] },
  { name: 'Claude Agent SDK', file: 'claude-agent-sdk.ts', packages: ['@anthropic-ai/claude-agent-sdk'] },
  { name: 'OpenAI Agents SDK', file: 'openai_agents.py', packages: ['openai-agents'] },
  { name: 'Pydantic AI', file: 'pydantic_ai_agent.py', packages: ['pydantic-ai-slim'] },
  { name: 'Claude Agent SDK', file: 'claude_agent.py', packages: ['claude-agent-sdk'] },
]

export const isPythonFramework = ({ file }: AgentFramework): boolean => file.endsWith('.py')

/** The packages of a framework, each with the version that is installed. */
export function installedVersionsOf(
  { packages, file }: AgentFramework,
  python: PythonInstallation | undefined,
): string {
  const versionOf = (name: string) =>
    file.endsWith('.py')
      ? python?.versionOf(name)
      : (JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8')) as { version: string }).version
  return packages.map((name) => `${name} ${versionOf(name) ?? '?'}`).join(', ')
}

/** The folder with the program that Claude's SDK starts. A package from PyPI has it inside; one that was built from its sources has not. */
export const CLAUDE_SDK_FOLDER = join(MODULES, '@anthropic-ai', `claude-agent-sdk-${platform()}-${arch()}`)
