import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { apiKeyRoles } from '../../src/contract/resources/api-keys.ts'
import { uncheckedToolSchema, listedToolOutputSchema } from '../../src/mcp/schema.ts'
import { toolAnnotationsOf, type AgentTool } from '../../src/mcp/tool.ts'
import { mcpInstructionsForRole, agentTools, toolsForRole } from '../../src/mcp/tools.ts'

const all: readonly AgentTool[] = toolsForRole('agent')
const json = (value: unknown) => JSON.stringify(value)

const TARGET = { target: 'draft-2020-12' } as const

/** What a model reads of a tool. */
const readAs = ({ name, description, input }: AgentTool) => ({
  name,
  description,
  inputSchema: uncheckedToolSchema(input)['~standard'].jsonSchema.input(TARGET),
})

/** What a client is sent of a tool. */
const listedAs = (tool: AgentTool) => ({
  ...readAs(tool),
  title: tool.title,
  outputSchema: listedToolOutputSchema(tool.output)['~standard'].jsonSchema.output(TARGET),
  annotations: toolAnnotationsOf(tool.hints),
})

interface Node {
  readonly type?: string
  readonly properties?: Record<string, Node>
  readonly items?: Node
  readonly description?: string
  readonly additionalProperties?: unknown
  readonly anyOf?: Node[]
  readonly enum?: unknown[]
}

const depthOf = (node: Node): number =>
  1 + Math.max(-1, ...[...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])].map(depthOf))

describe('the list of tools', () => {
  it('is short enough to stand before every conversation', () => {
    expect(all.length).toBeLessThanOrEqual(13)
    expect(json(all.map(listedAs)).length).toBeLessThanOrEqual(14 * 1024)
    expect(json(all.map(readAs)).length).toBeLessThanOrEqual(6.5 * 1024)
  })

  it('has instructions that clients do not cut', () => {
    for (const role of apiKeyRoles) expect(mcpInstructionsForRole(role).length).toBeLessThanOrEqual(600)
  })

  it('shows agents everything, others what they may look at, the network nothing', () => {
    expect(toolsForRole('agent')).toEqual(agentTools)
    for (const role of ['admin', 'approver', 'read'] as const) {
      expect(toolsForRole(role).map(({ name }) => name)).toEqual(
        all.filter(({ hints }) => hints.readOnly).map(({ name }) => name),
      )
    }
    expect(toolsForRole('network')).toEqual([])
  })

  it('decides nothing that is for people', () => {
    const used = new Set<string>(agentTools.flatMap(({ uses }) => [...uses]))
    for (const name of [
      'approveIntent',
      'rejectIntent',
      'approveSubscription',
      'resumeSubscription',
      'approveChangeRequest',
      'rejectChangeRequest',
      'unfreezeCard',
      'updateCard',
      'updateAgent',
      'createApiKey',
      'rotateApiKey',
    ])
      expect(used).not.toContain(name)
  })
})

describe.each(all.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const properties = Object.entries(tool.input.properties as Record<string, Node>)

  it('has a short name, and a description whose first sentence stands alone', () => {
    expect(name).toMatch(/^[a-z]+(_[a-z]+){1,3}$/)
    expect(name.length).toBeLessThanOrEqual(32)
    expect(tool.title.length).toBeGreaterThan(3)
    expect(tool.description.length).toBeGreaterThanOrEqual(60)
    expect(tool.description.length).toBeLessThanOrEqual(400)
    expect(tool.description).toMatch(/^[A-Z][^.?!]{15,160}[.?!:]/)
  })

  it('describes every field, takes no other, and bounds each', () => {
    expect((tool.input as Node).additionalProperties).toBe(false)
    expect(depthOf(tool.input as Node)).toBeLessThanOrEqual(3)
    for (const [field, schema] of properties) {
      expect(schema.description?.length, field).toBeGreaterThan(8)
      expect(schema.type ?? schema.enum ?? schema.anyOf, field).toBeDefined()
      const bounds = schema as { maxLength?: number; maximum?: number; pattern?: string }
      if (schema.type === 'string' && schema.enum === undefined) expect(bounds.maxLength, field).toBeDefined()
      if (schema.type === 'integer') expect(bounds.maximum, field).toBeDefined()
    }
  })

  it('ends every answer with what to do next', () => {
    expect(tool.output.required).toContain('next')
    expect(Value.Check(tool.output.properties['next'] as never, { say: 'Go on.' })).toBe(true)
  })

  it('is honest about what it does', () => {
    const { readOnly, destructive } = tool.hints
    expect(readOnly && destructive).toBe(false)
    if (readOnly) expect(name).toMatch(/^(get|check|list|explain)_/)
  })
})
