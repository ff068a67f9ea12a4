import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { agentFrameworks, isPythonFramework } from '../../tools/frameworks/frameworks.ts'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

/** The page of each program. */
const pages: Readonly<Record<string, string>> = {
  'ai-sdk.ts': 'ai-sdk',
  'openai-agents.ts': 'openai-agents',
  'openai_agents.py': 'openai-agents',
  'langgraph.ts': 'langgraph',
  'mastra.ts': 'mastra',
  'pydantic_ai_agent.py': 'pydantic-ai',
  'claude-agent-sdk.ts': 'claude-agent-sdk',
  'claude_agent.py': 'claude-agent-sdk',
}

const { dependencies } = JSON.parse(read('examples/frameworks/package.json')) as {
  dependencies: Record<string, string>
}
const required = new Map(
  read('examples/frameworks/requirements.txt')
    .trim()
    .split('\n')
    .map((line) => line.split('==') as [string, string])
    .map(([name, version]) => [name.replace(/\[.*\]/, ''), version]),
)

describe('the pages of frameworks', () => {
  it('are for each program that is tried', () => {
    expect(Object.keys(pages).toSorted()).toEqual(agentFrameworks.map(({ file }) => file).toSorted())
  })

  it.each(agentFrameworks)('$file is on its page as it is tried, with its versions', (framework) => {
    const page = read(`docs/mcp/${pages[framework.file]}.md`)
    const language = isPythonFramework(framework) ? 'python' : 'ts'
    expect(page).toContain(`\`\`\`${language}\n${read(`examples/frameworks/${framework.file}`)}\`\`\``)
    for (const name of framework.packages) {
      const version = isPythonFramework(framework) ? required.get(name) : dependencies[name]
      expect(page).toContain(`\`${name}\` ${version}`)
    }
  })

  it.each(agentFrameworks)('$file has the result of its version in the table', (framework) => {
    const row = read('docs/reference/agent-frameworks.md')
      .split('\n')
      .find((line) => line.includes(`| ${framework.file} |`))
    for (const name of framework.packages) {
      expect(row).toContain(`${name} ${isPythonFramework(framework) ? required.get(name) : dependencies[name]}`)
    }
  })
})
