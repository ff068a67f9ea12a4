import { writeLocalStorageText, useLocalStorageText } from './local-storage-text.ts'

/** Whether the page with the first steps was requested or hidden in this browser. Null: neither. */
export type FirstStepsChoice = 'shown' | 'hidden' | null

const KEY = 'purser.first-steps'

export const chooseFirstSteps = (choice: 'shown' | 'hidden'): void => writeLocalStorageText(KEY, choice)

export function useFirstStepsChoice(): FirstStepsChoice {
  const value = useLocalStorageText(KEY)
  return value === 'shown' || value === 'hidden' ? value : null
}
