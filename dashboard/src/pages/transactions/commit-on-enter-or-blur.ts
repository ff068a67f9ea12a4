import type { FocusEvent, KeyboardEvent } from 'react'

/** Commits a typed text with Enter or when the field loses the focus, not with each key. */
export const commitOnEnterOrBlur = (commit: (text: string) => void) => ({
  onBlur: ({ currentTarget }: FocusEvent<HTMLInputElement>) => commit(currentTarget.value),
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit(event.currentTarget.value)
  },
})
