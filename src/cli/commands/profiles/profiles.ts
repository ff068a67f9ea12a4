import type { ShellCommand } from '../../command.ts'
import { nodeProfilesFile, nodeProfileNamed, readNodeProfiles, writeNodeProfiles } from '../../profiles/profile-file.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { terminalTableLines } from '../../terminal/table.ts'
import { commandWithActions } from '../../with-actions.ts'

export const profilesCommand: ShellCommand = commandWithActions({
  list: {
    summary: 'List the profiles. API keys are never shown.',
    usage: 'purser profiles list',
    examples: ['purser profiles list'],
    run({ json }) {
      const { current, profiles: all } = readNodeProfiles(nodeProfilesFile(process.env))
      const data = Object.entries(all).map(([name, { url }]) => ({ name, url, isCurrent: name === current }))
      printCommandAnswer({ json }, { data }, () =>
        data.length === 0
          ? ['There is no profile: purser login makes one.']
          : terminalTableLines(data, columns, terminalScreenOf(process.stdout)),
      )
      return Promise.resolve()
    },
  },
  use: {
    summary: 'Choose the profile that commands use.',
    usage: 'purser profiles use <name>',
    examples: ['purser profiles use production'],
    words: ['<name>'],
    run({ words: [name = ''], json }) {
      const file = nodeProfilesFile(process.env)
      const all = readNodeProfiles(file)
      const { url } = nodeProfileNamed(all, name)
      writeNodeProfiles(file, { ...all, current: name })
      printCommandAnswer({ json }, { profile: name, url }, () => [`Commands call ${url} now.`])
      return Promise.resolve()
    },
  },
})

interface Row {
  readonly name: string
  readonly url: string
  readonly isCurrent: boolean
}

const columns = [
  { title: 'used', of: ({ isCurrent }: Row) => (isCurrent ? '*' : ''), whole: true },
  { title: 'name', of: ({ name }: Row) => name, whole: true },
  { title: 'url', of: ({ url }: Row) => url },
] as const
