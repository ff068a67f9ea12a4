import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startTestCommand } from '../../test/support/processes/test-process.ts'
import { CLAUDE_SDK_FOLDER, FRAMEWORK_EXAMPLES_FOLDER, type AgentFramework } from './frameworks.ts'

interface Surroundings {
  /** The Python interpreter, for example programs in Python. */
  readonly python: string | undefined
  readonly task: string
  readonly mcpUrl: string
  readonly apiKey: string
  readonly modelUrl: string
  /** A temporary folder, which is removed at the end. */
  readonly folder: string
}

interface Ended {
  readonly code: number | NodeJS.Signals
  readonly said: string
}

const LONGEST_MS = 180_000

/** Runs the program of a framework as its page says. The environment variables of the model packages name the model server. */
export async function runFrameworkProgram({ file }: AgentFramework, around: Surroundings): Promise<Ended> {
  const home = join(around.folder, 'home')
  mkdirSync(home, { recursive: true })
  const command = file.endsWith('.py') ? (around.python ?? 'python3') : process.execPath
  const { child, stdout, stderr, ended } = startTestCommand(
    command,
    [join(FRAMEWORK_EXAMPLES_FOLDER, file), around.task],
    {
      cwd: home,
      env: {
        PATH: [CLAUDE_SDK_FOLDER, process.env['PATH'] ?? ''].join(delimiter),
        HOME: home,
        PURSER_MCP_URL: around.mcpUrl,
        PURSER_API_KEY: around.apiKey,
        OPENAI_BASE_URL: `${around.modelUrl}/v1`,
        OPENAI_API_KEY: 'none',
        ANTHROPIC_BASE_URL: around.modelUrl,
        ANTHROPIC_API_KEY: 'none',
        // These settings turn off the telemetry of the frameworks.
        OPENAI_AGENTS_DISABLE_TRACING: '1',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        MASTRA_TELEMETRY_DISABLED: '1',
        LANGSMITH_TRACING: 'false',
      },
    },
  )
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS)
  const code = await ended
  clearTimeout(timer)
  return { code, said: [...stdout, ...stderr].join('\n') }
}
