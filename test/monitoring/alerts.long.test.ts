import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testsWithNeeds, promtoolTestNeed } from '../support/needs.ts'
import { type AlertCase, alertCases, rulesTest } from './alert-cases.ts'
import { alerts, board, boardQueries, RULES_FILE } from './monitoring-files.ts'

const names = alerts.map(({ alert }) => alert)

describe('each alert', () => {
  const runbook = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'guides', 'runbook.md'), 'utf8')
  const sections = new Map(
    runbook
      .split(/^## /m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('\n')), text]),
  )

  it('has a section in the runbook, which its annotation names, and no section is about anything else', () => {
    expect([...sections.keys()]).toEqual(names)
    for (const { alert, annotations } of alerts) {
      expect(annotations['runbook']).toBe(`docs/guides/runbook.md#${alert.toLowerCase()}`)
    }
  })

  it.each([...sections])('%s: the section has all four parts', (_alert, text) => {
    const parts = [...text.matchAll(/^\*\*([^*]+)\.\*\*/gm)].map(([, part]) => part)
    expect(parts).toEqual(['Symptom', 'What it means', 'What to look at', 'What to do'])
  })

  it('has a severity and a summary', () => {
    for (const { labels, annotations } of alerts) {
      expect(['critical', 'warning', 'info']).toContain(labels['severity'])
      expect(annotations['summary']).toMatch(/\.$/)
    }
  })

  it('has a case that raises it, and one that does not', () => {
    expect(alertCases.map(({ alert }) => alert)).toEqual(names)
  })
})

testsWithNeeds(promtoolTestNeed).describe('promtool', () => {
  /** Writes a file and has promtool work on it. JSON is YAML. */
  function run(args: readonly string[], content: object): { passed: boolean; output: string } {
    const folder = mkdtempSync(join(tmpdir(), 'purser-rules-'))
    try {
      const file = join(folder, 'file.yaml')
      writeFileSync(file, JSON.stringify(content))
      const { status, stdout, stderr } = spawnSync('promtool', [...args, file], { encoding: 'utf8' })
      return { passed: status === 0, output: `${stdout}${stderr}` }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const play = (cases: readonly AlertCase[]) => run(['test', 'rules'], rulesTest(RULES_FILE, cases))

  it('accepts the rules', () => {
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', RULES_FILE], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  it('raises each alert when it should, and not before', () => {
    const { passed, output } = play(alertCases)
    expect(output).not.toContain('FAILED')
    expect(passed).toBe(true)
  })

  it('finds an alert that is not raised, and one that should not be', () => {
    const planted = alertCases.slice(0, 2).map((one) => ({ ...one, sick: one.healthy, healthy: one.sick }))
    const failures = play(planted).output.match(/alertname=\\"\w+\\"/g)
    expect(failures).toEqual(planted.flatMap(({ alert }) => Array<string>(2).fill(`alertname=\\"${alert}\\"`)))
  })

  it('reads each query of the board', () => {
    const rules = boardQueries.map(({ expr }, index) => ({ record: `board:query_${index}`, expr }))
    const { passed, output } = run(['check', 'rules'], { groups: [{ name: 'board', rules }] })
    expect(output).not.toContain('FAILED')
    expect(passed).toBe(true)
  })
})

describe('the board', () => {
  it('says of each panel what it shows', () => {
    const panels = board.panels.filter(({ type }) => type !== 'row')
    expect(panels.length).toBeGreaterThan(20)
    for (const { title, description = '', targets = [] } of panels) {
      expect([title, description]).toEqual([title, expect.stringMatching(/^.{10,}\.$/s)])
      expect(targets.length).toBeGreaterThan(0)
    }
  })

  it('has its panels side by side, none over another', () => {
    const taken = new Set<string>()
    for (const { title, gridPos } of board.panels) {
      const { x, y, w, h } = gridPos
      expect(x + w).toBeLessThanOrEqual(24)
      for (let column = x; column < x + w; column += 1) {
        for (let row = y; row < y + h; row += 1) {
          const slot = `${column},${row}`
          expect([title, taken.has(slot)]).toEqual([title, false])
          taken.add(slot)
        }
      }
    }
  })
})
