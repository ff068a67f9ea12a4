import { useSyncExternalStore } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** `public/theme.js` reads it before the first paint. */
const KEY = 'purser.theme'

const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

const isTheme = (value: string | null): value is Theme => themes.some((one) => one === value)

/** Of this browser. */
function chosenTheme(): Theme {
  const stored = localStorage.getItem(KEY)
  return isTheme(stored) ? stored : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY)
    delete document.documentElement.dataset['theme']
  } else {
    localStorage.setItem(KEY, theme)
    document.documentElement.dataset['theme'] = theme
  }
  tell()
}

/** Calls the listener where colours become others: by the settings or by the system. Answers what ends that. */
export function onColours(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', listener)
  listeners.add(listener)
  return () => {
    dark.removeEventListener('change', listener)
    listeners.delete(listener)
  }
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, chosenTheme)
