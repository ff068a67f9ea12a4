import type { ShellCommand } from '../../command.ts'
import { profileFile, profileNamed, readProfiles, writeProfiles } from '../../profiles/profile-file.ts'
import { screenOfStream } from '../../terminal/screen.ts'
import { showAnswer } from '../../terminal/show.ts'
import { tableLines } from '../../terminal/table.ts'
import { withActions } from '../../with-actions.ts'

export const profilesCommand: ShellCommand = withActions({
  list: {
    summary: 'List the profiles. API keys are never shown.',
    usage: 'purser profiles list',
    examples: ['purser profiles list'],
    run({ json }) {
      const { current, profiles: all } = readProfiles(profileFile(process.env))
      const data = Object.entries(all).map(([name, { url }]) => ({ name, url, isCurrent: name === current }))
      showAnswer({ json }, { data }, () =>
        data.length === 0
          ? ['There is no profile: purser login makes one.']
          : tableLines(data, columns, screenOfStream(process.stdout)),
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
      const file = profileFile(process.env)
      const all = readProfiles(file)
      const { url } = profileNamed(all, name)
      writeProfiles(file, { ...all, current: name })
      showAnswer({ json }, { profile: name, url }, () => [`Commands call ${url} now.`])
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
