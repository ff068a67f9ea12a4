/** Whether keys pressed on this element enter text. On a checkbox they do not. */
export const isTypingTarget = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'))
