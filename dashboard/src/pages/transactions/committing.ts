import type { FocusEvent, KeyboardEvent } from 'react'

/** What is typed counts with Enter, or where the field is left: not with each letter. */
export const committing = (commit: (text: string) => void) => ({
  onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => commit(currentTarget.value),
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit(event.currentTarget.value)
  },
})
