import {
  writeLocalStorageText,
  onLocalStorageText,
  readLocalStorageText,
  useLocalStorageText,
} from './local-storage-text.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The key under which the browser keeps the theme. `public/theme.js` reads it before the page is first drawn. */
const KEY = 'purser.theme'

const themeOf = (stored: string | null): Theme => themes.find((theme) => theme === stored) ?? 'system'

export const chooseTheme = (theme: Theme): void => writeLocalStorageText(KEY, theme === 'system' ? null : theme)

/** Changes the page's colours as soon as a theme is chosen, in this page or in another one of this browser. */
export function applyChosenTheme(): void {
  onLocalStorageText(() => {
    const theme = themeOf(readLocalStorageText(KEY))
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  })
}

/** The theme that was chosen in this browser. */
export const useTheme = (): Theme => themeOf(useLocalStorageText(KEY))
