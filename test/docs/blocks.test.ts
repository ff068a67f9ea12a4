import { describe, expect, it } from 'vitest'
import { blocksOf } from './blocks.ts'

const fence = '```'
const guide = (...lines: string[]) => ['# A guide', ...lines].join('\n')
const partsOf = (...lines: string[]) => blocksOf('a.md', guide(...lines)).map(({ part }) => part)

describe('what becomes of a block', () => {
  it.each([
    [['```sh', 'ls', fence], { does: 'paste' }],
    [
      ['<!-- terminal a, until it says: on 1 -->', '```sh', 'x', fence],
      { does: 'paste', terminal: 'a', until: 'on 1' },
    ],
    [['```text', 'a', fence], { does: 'show', json: false }],
    [['<!-- terminal a -->', '```json', '{}', fence], { does: 'show', json: true, terminal: 'a' }],
    [['<!-- a policy -->', '', '```json', '{}', fence], { does: 'set policy' }],
    [['<!-- saved as ../a/b.mjs -->', '```ts', 'x', fence], { does: 'save', file: '../a/b.mjs' }],
    [['   ```python', '   x', '   ```'], { does: 'run', language: 'python' }],
    [['<!-- not run: a picture -->', '```svg', fence], { does: 'nothing', because: 'not run: a picture' }],
  ])('%j', (lines, part) => {
    expect(partsOf(...lines)).toEqual([part])
  })

  it.each([
    ['a language that nothing runs', ['```svg', fence]],
    ['none', [fence, 'x', fence]],
    ['a note that means nothing', ['<!-- tested -->', '```sh', fence]],
    ['a command that stays nowhere', ['<!-- terminal a -->', '```sh', fence]],
    ['an excuse without a reason', ['<!-- not run: -->', '```sh', fence]],
  ])('is not left open: %s', (_, lines) => {
    expect(() => partsOf(...lines)).toThrow(/^a\.md:\d+: /)
  })

  it('is told for all blocks at once above the first heading', () => {
    const text = `<!-- all run by test/x.ts -->\n${guide('```json', '{}', fence, '```svg', fence)}`
    const excused = { does: 'nothing', because: 'run by test/x.ts' }
    expect(blocksOf('a.md', text).map(({ part }) => part)).toEqual([excused, excused])
  })

  it('comes with its place, and without the indentation of its list', () => {
    const [block] = blocksOf('a.md', guide('## Part', '1. so', '   ```sh', '   a', '     b', '   ```'))
    expect(block).toMatchObject({ document: 'a.md', line: 4, section: 'Part', code: 'a\n  b' })
  })
})
