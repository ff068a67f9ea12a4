import { type ReactNode, useState } from 'react'
import {
  type McpClientName,
  mcpConfigurationOf,
  PURSER_COMMAND_PLACEHOLDER,
} from '../../../../src/cli/mcp-configuration.ts'
import { CodeBlock } from '../../ui/code.tsx'
import { Select } from '../../ui/field.tsx'

interface Client {
  readonly name: string
  readonly how: ReactNode
}

/** The configuration file of each client, and where the client takes the key from, as in docs/mcp. */
const clients: Readonly<Record<McpClientName, Client>> = {
  'claude-code': {
    name: 'Claude Code',
    how: (
      <>
        Write this into <code>.mcp.json</code> of the project. It takes the key from <code>PURSER_API_KEY</code> of its
        environment.
      </>
    ),
  },
  'claude-desktop': {
    name: 'Claude Desktop',
    how: (
      <>
        Write this into <code>claude_desktop_config.json</code>, with the key in place of <code>sk_...</code>, and let
        nobody else read that file. It starts <code>purser mcp</code>, which speaks over stdio: put the folder of your
        Purser in place of <code>/path/to/purser</code>.
      </>
    ),
  },
  cursor: {
    name: 'Cursor',
    how: (
      <>
        Write this into <code>.cursor/mcp.json</code> of the project. It takes the key from <code>PURSER_API_KEY</code>{' '}
        of its environment.
      </>
    ),
  },
  'vs-code': {
    name: 'VS Code',
    how: (
      <>
        Write this into <code>.vscode/mcp.json</code>. It asks for the key once and keeps it with its other secrets.
      </>
    ),
  },
  codex: {
    name: 'Codex',
    how: (
      <>
        Write this into <code>~/.codex/config.toml</code>. It takes the key from <code>PURSER_API_KEY</code> of its
        environment.
      </>
    ),
  },
}

const OTHERS = ['http', 'stdio'] as const
type Choice = McpClientName | (typeof OTHERS)[number]

/** The configuration with which an agent's client connects to Purser's tools. It does not contain the API key. */
export function McpClientConfiguration() {
  const [choice, setChoice] = useState<Choice>('claude-code')
  return (
    <div className="grid gap-4">
      <div className="max-w-xs">
        <Select label="Client" value={choice} onChange={({ target }) => setChoice(target.value as Choice)}>
          {Object.entries(clients).map(([key, { name }]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
          <option value="http">Another client, over HTTP</option>
          <option value="stdio">Another client, over stdio</option>
        </Select>
      </div>
      <Configuration choice={choice} />
    </div>
  )
}

function Configuration({ choice }: { choice: Choice }) {
  const { origin } = location
  if (choice === 'http')
    return (
      <>
        <p className="max-w-prose">Every node serves the tools at this address, with the key in a header.</p>
        <CodeBlock label="the address" text={`${origin}/mcp`} />
        <CodeBlock label="the header" text="Authorization: Bearer $PURSER_API_KEY" />
      </>
    )
  if (choice === 'stdio')
    return (
      <>
        <p className="max-w-prose">
          The client starts <code>purser mcp</code> on its machine, which calls this address.
        </p>
        <CodeBlock
          label="the command"
          text={`PURSER_URL=${origin}/v1 PURSER_API_KEY=$PURSER_API_KEY ${PURSER_COMMAND_PLACEHOLDER.join(' ')} mcp`}
        />
      </>
    )
  return (
    <>
      <p className="max-w-prose">{clients[choice].how}</p>
      <CodeBlock label="the configuration" text={mcpConfigurationOf(choice, `${origin}/v1`)} />
    </>
  )
}
