import { describe, expect, it } from 'vitest'
import { compileBlockList, compileMerchantList } from './merchant-match.ts'

describe('a block list', () => {
  it.each([
    ['as it is listed', 'Apple'],
    ['as an acquirer writes it', 'APPLE.COM/BILL'],
    ['with full-width letters', '\uff21\uff50\uff50\uff4c\uff45'],
    ['with mathematical letters', '𝐀𝐩𝐩𝐥𝐞'],
    ['with circled letters', 'Ⓐⓟⓟⓛⓔ'],
    ['with a zero-width space', 'App\u200ble'],
    ['with a joiner, a mark of direction and a byte order mark', '\ufeffA\u200dpp\u200ele'],
    ['with a soft hyphen', 'Ap\u00adple'],
    ['with a variation selector', 'Apple\ufe0f'],
    ['behind an app that pays persons', 'CASH APP*APPLE'],
    ['behind another, disguised', 'ＶＥＮＭＯ *Ap\u200bple'],
    ['behind a processor', 'SQ *APPLE'],
  ])('finds a name %s', (_, observed) => {
    expect(compileBlockList(['Uber', 'Apple']).matches(observed)).toBe('Apple')
  })

  it.each(['Applebee’s', 'Аpple', 'CASH APP', 'VENMO *UBER EATS', 'Pineapple', ''])('leaves %j alone', (observed) => {
    expect(compileBlockList(['Uber', 'Apple']).matches(observed)).toBeUndefined()
  })

  it('finds what is listed in a disguise, and names it as it is listed', () => {
    expect(compileBlockList(['Ap\u200bple']).matches('APPLE')).toBe('Ap\u200bple')
  })

  it('sees through what an allow list refuses', () => {
    for (const disguised of ['\uff21pple', 'App\u200ble', 'VENMO *APPLE']) {
      expect(compileMerchantList(['Apple']).matches(disguised)).toBeUndefined()
    }
  })
})
