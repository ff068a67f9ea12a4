/** How a command ends, for scripts. */
export const exitCodes = { done: 0, failed: 1, refused: 2, unreachable: 3 } as const

export const exitCodeMeanings: Readonly<Record<number, string>> = {
  [exitCodes.done]: 'done',
  [exitCodes.failed]:
    'it failed for a reason that nobody at the shell has caused, or verify, audit check and reconcile found differences',
  [exitCodes.refused]:
    'refused: a word, a flag, a setting, the API key or what was asked for; one message says which and what to do',
  [exitCodes.unreachable]:
    'no node answers, it is too busy, or shards of the database are moving: the same command can work later',
}
