import { useSyncExternalStore } from 'react'

/** The texts that this browser refused to keep, by key, for as long as the page stays open. Null: removed. */
const inThisPage = new Map<string, string | null>()
const listeners = new Set<() => void>()

/** Reads a text that this browser keeps under a key. Null: it keeps none. */
export function readLocalStorageText(key: string): string | null {
  const unkept = inThisPage.get(key)
  if (unkept !== undefined) return unkept
  try {
    return localStorage.getItem(key)
  } catch {
    return null // a browser may be set to keep nothing
  }
}

/** Keeps a text in this browser, or removes it (null). A browser that refuses keeps the text until the page is closed. */
export function writeLocalStorageText(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    inThisPage.delete(key)
  } catch {
    inThisPage.set(key, text)
  }
  for (const listener of listeners) listener()
}

/** Calls the listener when a kept text changes, in this page or in another one of this browser. Returns a function that ends this. */
export function onLocalStorageText(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The text that this browser keeps under the key. The component renders again when the text changes. */
export const useLocalStorageText = (key: string): string | null =>
  useSyncExternalStore(onLocalStorageText, () => readLocalStorageText(key))
