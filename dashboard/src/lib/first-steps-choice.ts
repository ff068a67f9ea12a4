import { useSyncExternalStore } from 'react'

/** Whether somebody has asked for the first steps or put them away, in this browser. Null: neither. */
export type FirstStepsChoice = 'shown' | 'hidden' | null

const KEY = 'purser.first-steps'
const listeners = new Set<() => void>()

function stored(): FirstStepsChoice {
  const value = localStorage.getItem(KEY)
  return value === 'shown' || value === 'hidden' ? value : null
}

export function chooseFirstSteps(choice: 'shown' | 'hidden'): void {
  localStorage.setItem(KEY, choice)
  for (const listener of listeners) listener()
}

export const useFirstStepsChoice = (): FirstStepsChoice =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, stored)
