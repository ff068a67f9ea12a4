import otherNames from './other-names.json' with { type: 'json' }
import { merchantNameShapeOf } from '../descriptor/shape.ts'
import { splitMerchantNameIntoWords } from '../descriptor/words.ts'

const runOf = (name: string) => merchantNameShapeOf(splitMerchantNameIntoWords(name)).run

let byRun: ReadonlyMap<string, readonly string[]> | undefined

/** The other names of the company that has this name: "KFC" is "Kentucky Fried Chicken". Empty: the list knows none. */
export function otherCompanyNames(name: string): readonly string[] {
  byRun ??= readList()
  return byRun.get(runOf(name)) ?? []
}

/**
 * Reads the list of companies' other names, `NAME>OTHER NAME` and so on. It is made by a script, and read when the first list of merchants
 * is compiled.
 */
function readList(): ReadonlyMap<string, readonly string[]> {
  const read = new Map<string, string[]>()
  for (const entry of otherNames.names.split('|')) {
    const names = entry.split('>')
    for (const name of names) {
      const others = names.filter((other) => other !== name)
      read.set(runOf(name), [...(read.get(runOf(name)) ?? []), ...others])
    }
  }
  return read
}
