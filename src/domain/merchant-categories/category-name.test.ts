import { describe, expect, it } from 'vitest'
import { merchantCategoryName } from './category-name.ts'
import names from './names.json' with { type: 'json' }

describe('the name of a merchant category', () => {
  it.each([
    ['5734', 'Computer software stores'],
    ['0742', 'Veterinary services'],
    ['3005', 'Airlines'],
    ['3389', 'Car rental'],
    ['3999', 'Hotels and lodging'],
    ['4000', undefined],
    ['30051', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('%j is %j', (mcc, name) => {
    expect(merchantCategoryName(mcc)).toBe(name)
  })

  it('is short, has no code of its own and no two codes share one', () => {
    const all = Object.entries(names)
    expect(all.filter(([mcc, name]) => !/^\d{4}$/.test(mcc) || name.length > 48 || /\d|[()]/.test(name))).toEqual([])
    expect(new Set(all.map(([, name]) => name)).size).toBe(all.length)
  })
})
