import { OperatorError } from '../../../app/operator-error.ts'
import type { ShellCommand } from '../../command.ts'
import { profileFile, profileNamed, readProfiles, writeProfiles } from '../../profiles/profile-file.ts'
import { showAnswer } from '../../terminal/show.ts'

export const logoutCommand: ShellCommand = {
  usage: 'purser logout [--profile name]',
  details:
    'Without --profile it is the profile that commands use. The API key itself stays valid: purser keys revoke ends it.',
  examples: ['purser logout', 'purser logout --profile production'],

  run({ json, settings }) {
    const file = profileFile(process.env)
    const all = readProfiles(file)
    const name = settings.profile ?? all.current
    if (name === null) throw new OperatorError('There is no profile to forget: purser login makes one.')
    profileNamed(all, name)
    const { [name]: _, ...profiles } = all.profiles
    writeProfiles(file, { current: all.current === name ? null : all.current, profiles })
    showAnswer({ json }, { profile: name }, () => [
      `Forgot the profile ${JSON.stringify(name)}. Its API key is still valid: purser keys revoke ends it.`,
    ])
    return Promise.resolve()
  },
}
