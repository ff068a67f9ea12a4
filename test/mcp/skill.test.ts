import { describe, expect, it } from 'vitest'
import { agentSkill } from '../../src/mcp/skill.ts'
import { agentTools } from '../../src/mcp/tools.ts'

describe('the skill for agents', () => {
  it('is in the file that people copy: renew it with `npx vitest run test/mcp/skill.test.ts -u`', async () => {
    await expect(agentSkill).toMatchFileSnapshot('../../docs/skills/purser/SKILL.md')
  })

  it('has a name and a description of the lengths that clients take, and is short', () => {
    const [, name = '', description = ''] = /^---\nname: ([a-z-]+)\ndescription: (.+)\n---\n/.exec(agentSkill) ?? []
    expect([name, description.length > 100, description.length <= 1024]).toEqual(['purser', true, true])
    expect(agentSkill.length).toBeLessThanOrEqual(4096)
  })

  it('names every tool, and no other', () => {
    const named = new Set([...agentSkill.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name = '']) => name))
    named.delete('pending_approval')
    expect(named).toEqual(new Set(agentTools.map(({ name }) => name)))
  })
})
