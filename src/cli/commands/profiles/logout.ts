import { OperatorError } from '../../../app/operator-error.ts'
import type { ShellCommand } from '../../command.ts'
import { nodeProfilesFile, nodeProfileNamed, readNodeProfiles, writeNodeProfiles } from '../../profiles/profile-file.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

export const logoutCommand: ShellCommand = {
  usage: 'purser logout [--profile name]',
  details:
    'Without --profile it is the profile that commands use. The API key itself stays valid: purser keys revoke ends it.',
  examples: ['purser logout', 'purser logout --profile production'],

  run({ json, settings }) {
    const file = nodeProfilesFile(process.env)
    const all = readNodeProfiles(file)
    const name = settings.profile ?? all.current
    if (name === null) throw new OperatorError('There is no profile to forget: purser login makes one.')
    nodeProfileNamed(all, name)
    const { [name]: _, ...profiles } = all.profiles
    writeNodeProfiles(file, { current: all.current === name ? null : all.current, profiles })
    printCommandAnswer({ json }, { profile: name }, () => [
      `Forgot the profile ${JSON.stringify(name)}. Its API key is still valid: purser keys revoke ends it.`,
    ])
    return Promise.resolve()
  },
}
