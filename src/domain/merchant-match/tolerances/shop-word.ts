import { isBrandName } from '../known-names/known-names.ts'
import { merchantNameShapeOf } from '../descriptor/shape.ts'
import type { MerchantNameWord } from '../descriptor/words.ts'
import { beginningsOfWords } from './beginnings.ts'
import { isMerchantNameCutOff, type MerchantNameTolerance } from './tolerance.ts'

/** Words that mean "shop" and identify nobody, in the languages of most statements. `_` joins the two words of a phrase. */
const words = new Set(
  `store stores str superstore superstores megastore retail online internet web selfservice self_service svcs svc
  pfs petrol f_stn 24_7 forecourt online_order online_store online_shop online_sales online_retail internet_order marketplace hq supermarket supermarkets
  filiale filialen filiaal fil onlineshop webshop eshop niederlassung vestiging winkel supermarkt supermarkten
  magasin magasins boutique supermarche supermarches en_ligne succursale agence
  tienda tiendas sucursal supermercado supermercados en_linea estacion eess
  negozio punto_vendita pv supermercato supermercati stazione biglietteria_online loja lojas
  butik butiken butikk supermarked sklep salon_sprzedazy stacja station tankstelle sagt_danke sagt_dank магазин магазин_№ 店 支店 本店 매장 지점 门店`.split(
    /\s+/,
  ),
)
const SHORTEST_CUT = 3

/**
 * Recognizes a word after a merchant's name that means "shop": "TESCO STORES", "NEXT ONLINE", "MEDIA MARKT ONLINESHOP". At the end of a
 * full field the word may be cut off: "CONRAD ELECTRONIC ONLI".
 */
export const shopWordNameTolerance: MerchantNameTolerance = {
  name: 'shop_word',
  length: (tailed) => {
    const { end } = tailed
    const last = tailed.words[end - 1]
    const before = tailed.words[end - 2]
    if (last === undefined || before === undefined || last.gap === 'star' || last.gap === 'ampersand') return 0
    if (end > 2 && isPhrase(before.text, last.text, isMerchantNameCutOff(tailed))) return 2
    if (!words.has(last.text) && !(isMerchantNameCutOff(tailed) && isBeginning(last.text))) return 0
    // A known name that ends with a word for "shop" is not shortened: "The UPS Store" is a brand of its own, not a shop of UPS.
    return isBrandName(merchantNameShapeOf(tailed.words.slice(0, end)).run) ? 0 : 1
  },
}

/** Whether a word of a name means "shop" and identifies nobody. */
export const isShopWord = (text: string): boolean => words.has(text)

/** Whether a name's first `end` words end with a word or a phrase that means "shop". */
export function endsWithShop(name: readonly MerchantNameWord[], end: number): boolean {
  const [before = '', last = ''] = [name[end - 2]?.text, name[end - 1]?.text]
  return isShopWord(last) || isPhrase(before, last, false)
}

function isPhrase(first: string, second: string, cut: boolean): boolean {
  if (!phraseStarts.has(first)) return false
  const phrase = `${first}_${second}`
  return words.has(phrase) || (cut && phraseBeginnings.has(phrase))
}

const isPhraseWord = (word: string) => word.includes('_')
const phraseStarts = new Set([...words].filter(isPhraseWord).map((phrase) => phrase.slice(0, phrase.indexOf('_'))))
const wordBeginnings = beginningsOfWords([...words].filter((word) => !isPhraseWord(word)))
const phraseBeginnings = beginningsOfWords([...words].filter(isPhraseWord))

const isBeginning = (text: string) => text.length >= SHORTEST_CUT && wordBeginnings.has(text)
