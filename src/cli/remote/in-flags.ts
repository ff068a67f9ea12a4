/** A message of the API in the words of the shell: a field that a flag of the command gives is named as this flag. */
export const messageInFlags = (message: string, flagOf: ReadonlyMap<string, string>): string =>
  message.replaceAll(/`([\w.[\]]+)`/g, (field, path: string) => {
    const flag = flagOf.get(path)
    return flag === undefined ? field : `--${flag}`
  })
