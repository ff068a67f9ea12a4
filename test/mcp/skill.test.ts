import { describe, expect, it } from 'vitest'
import { skill } from '../../src/mcp/skill.ts'
import { tools } from '../../src/mcp/tools.ts'

describe('the skill for agents', () => {
  it('is in the file that people copy: renew it with `npx vitest run test/mcp/skill.test.ts -u`', async () => {
    await expect(skill).toMatchFileSnapshot('../../docs/skills/purser/SKILL.md')
  })

  it('has a name and a description of the lengths that clients take, and is short', () => {
    const [, name = '', description = ''] = /^---\nname: ([a-z-]+)\ndescription: (.+)\n---\n/.exec(skill) ?? []
    expect([name, description.length > 100, description.length <= 1024]).toEqual(['purser', true, true])
    expect(skill.length).toBeLessThanOrEqual(4096)
  })

  it('names every tool, and no other', () => {
    const named = new Set([...skill.matchAll(/`([a-z]+_[a-z_]+)`/g)].map(([, name = '']) => name))
    named.delete('pending_approval')
    expect(named).toEqual(new Set(tools.map(({ name }) => name)))
  })
})
