import { buildCommit, versionWithCommit } from '../../app/built-from.ts'
import { packageVersion } from '../../app/version.ts'
import type { ShellCommand } from '../command.ts'
import { printCommandAnswer } from '../terminal/show.ts'

export const versionCommand: ShellCommand = {
  usage: 'purser version',
  details:
    'Names the commit, too, where it is known; purser --version prints the version alone. The versions of running nodes are in purser ' +
    'status.',
  examples: ['purser version'],

  run({ json }) {
    const from = buildCommit()
    printCommandAnswer({ json }, { version: packageVersion, ...from, node: process.version }, () => [
      versionWithCommit(from),
    ])
    return Promise.resolve()
  },
}
