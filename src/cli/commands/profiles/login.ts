import { OperatorError } from '../../../app/operator-error.ts'
import type { ShellCommand } from '../../command.ts'
import { nodeProfilesFile, readNodeProfiles, writeNodeProfiles } from '../../profiles/profile-file.ts'
import { normalizedNodeUrl } from '../../profiles/with-profile.ts'
import { withNodeClient } from '../../remote/client.ts'
import { askLineAtTerminal, readSecretFromTerminal } from '../../terminal/ask.ts'
import { printCommandAnswer } from '../../terminal/show.ts'

const DEFAULT_NAME = 'default'
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export const loginCommand: ShellCommand = {
  usage: 'purser login [--profile name] [--url http://127.0.0.1:8420/v1] < key.txt',
  details: `On a terminal it asks for the URL and for the API key, which it does not show. Otherwise the key is the first line of standard input. The
key is tried first. Then both are kept in $XDG_CONFIG_HOME/purser/profiles.json, or in .config of the home directory, which only you
may read. Commands use this profile until purser profiles use chooses another one. A flag wins over the environment (PURSER_URL, PURSER_API_KEY),
and the environment over profiles. The key of a profile is sent to the URL of this profile alone.`,
  examples: ['purser login', 'purser login --profile production --url https://purser.example.com/v1 < key.txt'],

  async run({ json, settings }) {
    const name = settings.profile ?? DEFAULT_NAME
    if (!NAME.test(name)) {
      throw new OperatorError(
        `${JSON.stringify(name)} cannot be the name of a profile. It has letters, digits, dots and dashes, such as production.`,
      )
    }
    const file = nodeProfilesFile(process.env)
    const all = readNodeProfiles(file)
    const known = Object.hasOwn(all.profiles, name) ? all.profiles[name]?.url : undefined
    const url = normalizedNodeUrl(await urlOf(settings.url, known))
    const apiKey = await readSecretFromTerminal(`API key for ${url} (it is not shown): `)
    const self = await withNodeClient({ url, apiKey, profile: name }, (purser) => purser.self.get())
    writeNodeProfiles(file, { current: name, profiles: { ...all.profiles, [name]: { url, apiKey } } })
    printCommandAnswer({ json }, { profile: name, url, file, self }, () => [
      `${url} knows the key as ${self.name} (${self.role}). Commands use it now, as the profile ${JSON.stringify(name)}.`,
      `It is in ${file}, which only you may read.`,
    ])
  },
}

/** The URL of the node: from the flag or the environment, from the profile of this name, or from the person. */
async function urlOf(setting: string, known: string | undefined): Promise<string> {
  const isGiven = process.argv.some((word) => /^--url(=|$)/.test(word)) || Boolean(process.env['PURSER_URL'])
  if (isGiven) return setting
  return process.stdin.isTTY ? askLineAtTerminal('URL of the node', known ?? setting) : (known ?? setting)
}
