import { nearestKnownName } from '../contract/complaints/nearest-name.ts'

/** Words that command lines of other programs use, with the words of `purser` that mean the same. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  show: ['get'],
  view: ['get'],
  describe: ['get'],
  read: ['get'],
  new: ['create'],
  add: ['create', 'invite'],
  make: ['create'],
  edit: ['update'],
  set: ['update'],
  change: ['update'],
  rm: ['delete', 'revoke'],
  remove: ['delete', 'revoke'],
  lock: ['freeze'],
  unlock: ['unfreeze'],
  deny: ['reject'],
  decline: ['reject'],
  resend: ['retry'],
  simulate: ['evaluate'],
  check: ['evaluate'],
  serve: ['start'],
  run: ['start'],
  txns: ['transactions'],
  users: ['people'],
  limit: ['per-month'],
  budget: ['per-month'],
}

/** The known word that an unknown one most likely means. Null: no word is similar. */
export function mostLikelyWord(unknown: string, known: readonly string[]): string | null {
  const own = Object.hasOwn(synonyms, unknown) ? synonyms[unknown] : undefined
  return own?.find((word) => known.includes(word)) ?? nearestKnownName(unknown, known)
}
