import { describe, expect, it } from 'vitest'
import type { TerminalScreen } from './screen.ts'
import { type TerminalTableColumn, terminalTableLines } from './table.ts'
import { terminalWidthOf } from './text.ts'

const screen = (width: number): TerminalScreen => ({ width, isTerminal: true, paint: (_colour, text) => text })

interface Row {
  id: string
  name: string
  note: string
  cents: number
}
const columns: TerminalTableColumn<Row>[] = [
  { title: 'id', of: ({ id }) => id, whole: true },
  { title: 'name', of: ({ name }) => name },
  { title: 'cents', of: ({ cents }) => cents, right: true },
  { title: 'note', of: ({ note }) => note, optional: true },
]
const rows = [
  { id: 'card_01kdvy2n7rj4t8w0q3m5x9zb6c', name: 'A card for the build of the release', note: 'as agreed', cents: 5 },
  { id: 'card_01kdvy2n7rj4t8w0q3m5x9zb6d', name: '賭場', note: 'a note that is long enough', cents: 12_345 },
]

describe('a table', () => {
  it('stands in columns where it has room', () => {
    expect(terminalTableLines(rows, columns, screen(Number.POSITIVE_INFINITY))).toEqual([
      'ID                               NAME                                 CENTS  NOTE',
      'card_01kdvy2n7rj4t8w0q3m5x9zb6c  A card for the build of the release      5  as agreed',
      'card_01kdvy2n7rj4t8w0q3m5x9zb6d  賭場                                 12345  a note that is long enough',
    ])
  })

  it.each([100, 80, 60, 54, 40])('has no line that is wider than %i columns, and every id whole', (width) => {
    const lines = terminalTableLines(rows, columns, screen(width))
    expect(lines.filter((line) => terminalWidthOf(line) > width)).toEqual([])
    for (const { id } of rows) expect(lines.join('\n')).toContain(id)
  })

  it('names the scripts of a word that mixes them', () => {
    const mixed = [{ id: 'card_1', name: 'G\u0456tHub', note: '', cents: 1 }]
    expect(terminalTableLines(mixed, columns, screen(Number.POSITIVE_INFINITY))[1]).toContain(
      'G\u0456tHub [Latin + Cyrillic]',
    )
  })

  it('leaves out what is optional before it becomes a block for each row', () => {
    expect(terminalTableLines(rows, columns, screen(60))[0]).toBe(
      'ID                               NAME                  CENTS',
    )
    expect(terminalTableLines(rows, columns, screen(40)).slice(0, 2)).toEqual([
      'id     card_01kdvy2n7rj4t8w0q3m5x9zb6c',
      'name   A card for the build of the rele…',
    ])
  })

  it('writes no control character of a name to the terminal', () => {
    const named = [{ id: 'card_1', name: 'a\u001b[2Jb\nc\u202e', note: '', cents: 1 }]
    expect(terminalTableLines(named, columns, screen(80))[1]).toMatch(/^card_1 {2}a\ufffd\[2Jb\ufffdc\ufffd/)
  })
})
