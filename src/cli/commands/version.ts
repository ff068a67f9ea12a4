import { version as ownVersion } from '../../app/version.ts'
import type { Command } from '../command.ts'
import { show } from '../terminal/show.ts'

export const version: Command = {
  usage: 'purser version',
  details: 'purser --version prints the same. The versions of running nodes are in purser status.',
  examples: ['purser version'],

  run({ json }) {
    show({ json }, { version: ownVersion, node: process.version }, () => [ownVersion])
    return Promise.resolve()
  },
}
