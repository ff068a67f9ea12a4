/** The exit codes of all commands, for scripts. */
export const exitCodes = { done: 0, failed: 1, refused: 2, unreachable: 3, noticed: 4 } as const

export const exitCodeMeanings: Readonly<Record<number, string>> = {
  [exitCodes.done]: 'done',
  [exitCodes.failed]:
    'failed, for a reason that the command line has not caused; or verify, audit check or reconcile found differences, or backup check found damage',
  [exitCodes.refused]:
    'refused, because of a word, a flag, a setting, the API key or the request itself; the message says which, and what to do',
  [exitCodes.unreachable]:
    'no node answers, the node is too busy, or shards of the database are moving; the same command can succeed later',
  [exitCodes.noticed]:
    'purser doctor has errors or warnings, and prints each with what to do; or purser apply --check would change something',
}
