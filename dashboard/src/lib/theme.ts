import { keepBrowserText, onBrowserText, useBrowserText } from './browser-text.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** `public/theme.js` reads it before the first paint. */
const KEY = 'purser.theme'

const isTheme = (value: string | null): value is Theme => themes.some((one) => one === value)

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  keepBrowserText(KEY, theme === 'system' ? null : theme) // after the change of colours, which its listeners look at
}

/** Calls the listener where colours become others: by the settings or by the system. Returns what ends that. */
export function onColours(listener: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', listener)
  const endOfTexts = onBrowserText(listener)
  return () => {
    dark.removeEventListener('change', listener)
    endOfTexts()
  }
}

/** The theme that was chosen in this browser. */
export function useTheme(): Theme {
  const stored = useBrowserText(KEY)
  return isTheme(stored) ? stored : 'system'
}
