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
})
