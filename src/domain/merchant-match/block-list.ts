import { compileMerchantList, type MerchantList } from './merchant-list.ts'
import { behindPayeeApp } from './descriptor/processors.ts'

/** What is shown as nothing: zero-width and direction marks, soft hyphens, variation selectors, fillers. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Names that are never paid. An allow list believes a name only where nothing about it is odd; a block list must not be got around by
 * what is odd, so that it reads a name as a person would as well: full-width and styled letters are the plain ones, what nobody sees
 * is not there, and who is paid by an app stands behind its prefix.
 */
export function compileBlockList(names: readonly string[]): MerchantList {
  const asWritten = compileMerchantList(names)
  const listedBy = new Map(names.map((name) => [asSeen(name), name]))
  const seen = compileMerchantList([...listedBy.keys()])
  return {
    matches(observed, where) {
      const plain = asSeen(observed)
      const found = seen.matches(plain, where) ?? seen.matches(behindPayeeApp(plain), where)
      return asWritten.matches(observed, where) ?? (found === undefined ? undefined : listedBy.get(found))
    },
  }
}

const asSeen = (name: string): string => name.replaceAll(UNSEEN, '').normalize('NFKC')
