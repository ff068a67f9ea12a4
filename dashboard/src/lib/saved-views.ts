import { writeLocalStorageText, useLocalStorageText } from './local-storage-text.ts'

/** A saved view of a list: its name and the filters, as the page's address has them. */
export interface SavedView {
  readonly name: string
  readonly query: string
}

export const MOST_SAVED_VIEWS = 20
export const LONGEST_SAVED_VIEW_NAME = 40
const LONGEST_QUERY = 2_000

const keyOf = (list: string): string => `purser:views:${list}`

/** Reads saved views from the browser's text. Other scripts may have written it, so entries that are no views are left out. */
export function readSavedViews(text: string): SavedView[] {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.filter(isView).slice(0, MOST_SAVED_VIEWS) : []
  } catch {
    return []
  }
}

const isView = (value: unknown): value is SavedView => {
  const { name, query } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>
  return isShort(name, LONGEST_SAVED_VIEW_NAME) && isShort(query, LONGEST_QUERY)
}
const isShort = (text: unknown, most: number): text is string =>
  typeof text === 'string' && text !== '' && text.length <= most

/** The saved views of a list in this browser, by name. A new view replaces one of the same name. */
export function useSavedViews(list: string) {
  const views = readSavedViews(useLocalStorageText(keyOf(list)) ?? '[]')
  const keep = (next: readonly SavedView[]) =>
    writeLocalStorageText(keyOf(list), JSON.stringify(next.toSorted((a, b) => a.name.localeCompare(b.name))))
  const without = (name: string) => views.filter((one) => one.name !== name)
  return {
    views,
    isFull: views.length >= MOST_SAVED_VIEWS,
    save: (view: SavedView) => keep([...without(view.name), view].slice(-MOST_SAVED_VIEWS)),
    remove: (name: string) => keep(without(name)),
  }
}
