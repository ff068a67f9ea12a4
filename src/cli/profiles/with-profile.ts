import { OperatorError } from '../../app/operator-error.ts'
import type { Settings } from '../../app/settings/options.ts'
import type { CommandInvocation } from '../command.ts'
import { type NodeProfile, nodeProfilesFile, nodeProfileNamed, readNodeProfiles } from './profile-file.ts'

interface Given {
  readonly flags: CommandInvocation['flags']
  readonly env: NodeJS.ProcessEnv
}

/**
 * The settings of a command that calls a node, with the URL and the API key of a profile where neither a flag nor the environment gives
 * them. `profile` of the result is the name of the profile whose key is used; null: none is.
 *
 * The key of a profile goes to the URL of this profile alone, so that a URL in the environment never gets the key of another node. For the
 * same reason a key of the environment never goes to the URL of a profile.
 */
export function settingsWithProfile(settings: Settings, { flags, env }: Given): Settings {
  const isUrlGiven = flags['url'] !== undefined || Boolean(env['PURSER_URL'])
  if (typeof flags['profile'] === 'string') {
    if (flags['url'] !== undefined)
      throw new OperatorError('--profile and --url exclude each other: a profile has its own URL.')
    return {
      ...settings,
      ...nodeProfileNamed(readNodeProfiles(nodeProfilesFile(env)), flags['profile']),
      profile: flags['profile'],
    }
  }
  if (settings.apiKey !== null) return { ...settings, profile: null }
  const all = readNodeProfiles(nodeProfilesFile(env))
  const name = settings.profile ?? all.current
  if (name === null) return { ...settings, profile: null }
  const profile = nodeProfileNamed(all, name)
  if (!isUrlGiven || isSameNode(profile, settings.url)) return { ...settings, ...profile, profile: name }
  throw new OperatorError(
    `There is no API key for ${settings.url}: the profile ${JSON.stringify(name)} is for ${profile.url}. Set PURSER_API_KEY, leave out the URL, or keep another profile: purser login --url ${settings.url}`,
  )
}

const isSameNode = ({ url }: Pick<NodeProfile, 'url'>, other: string): boolean =>
  normalizedNodeUrl(url) === normalizedNodeUrl(other)

/** The URL of a node in the form in which clients call it: an origin alone means its path /v1. */
export function normalizedNodeUrl(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null) return url
  const path = parsed.pathname.replace(/\/+$/, '')
  return `${parsed.origin}${path === '' ? '/v1' : path}`
}
