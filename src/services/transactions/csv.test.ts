import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of a CSV file', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [-5, '-5'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['+49', "'+49"],
    ['-5', "'-5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=cmd|"/c calc"!A1, b', '"\'=cmd|""/c calc""!A1, b"'],
    ['a=1', 'a=1'],
    [' =1', "' =1"],
    ['\n=1', '"\'\n=1"'],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff +1', "'\ufeff +1"],
    ['\u00a0-1', "'\u00a0-1"],
    ['\u3164@A1', "'\u3164@A1"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\uff0b49', "'\uff0b49"],
    ['\uff0d5', "'\uff0d5"],
    ['\uff20A1', "'\uff20A1"],
    [' a=1', ' a=1'],
  ])('has %j as %j', (cell, written) => {
    expect(csvLine([cell, 1])).toBe(`${written},1\r\n`)
  })

  const everyCharacter = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
  const isMarked = (text: string) => /^"?'/.test(csvLine([text]))

  it.each([
    ['a space, a line break or a control character', /[\s\p{Z}\p{Cc}]/u],
    ['a character of the class Cf', /\p{Cf}/u],
    ['a character that is shown as nothing', /\p{Default_Ignorable_Code_Point}/u],
    ['a character that is shown as a blank', /[\u2800\u{1D159}]/u],
  ])('marks a formula behind %s, whichever it is', (_, before) => {
    const skipped = everyCharacter.filter((character) => before.test(character))
    const missed = skipped.filter((character) =>
      ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'].some(
        (sign) => !isMarked(`${character}${sign}1`) || !isMarked(`\r\n ${character}\t${sign}1`),
      ),
    )
    expect([skipped.length > 1, missed]).toEqual([true, []])
  })

  it('marks no text that begins with a letter or a digit', () => {
    const shown = everyCharacter.filter((character) =>
      /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u.test(character),
    )
    expect(shown.filter((character) => isMarked(`${character}=1`))).toEqual([])
  })
})
