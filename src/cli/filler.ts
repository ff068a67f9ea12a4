import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../app/settings/options.ts'
import type { Filler } from '../contract/resources/fillers.ts'
import { ensureFillerKey, type FillerKeyPair } from '../fill/filler-key.ts'
import { type Purser, withNodeClient } from './remote/client.ts'

/** The path of the file with the private key of this machine's filler. */
export const fillerKeyFile = ({ fillerKeyFile: file }: Pick<Settings, 'fillerKeyFile'>): string =>
  file ?? join(homedir(), '.config', 'purser', 'filler-key.json')

/** The agent's filler that is registered with the public key of this machine. Undefined: no filler has this key. */
export async function fillerWithOwnKey(
  purser: Purser,
  agentId: string,
  { publicKey }: FillerKeyPair,
): Promise<Filler | undefined> {
  const { data } = await purser.fillers.list(agentId, { limit: 100 })
  return data.find((filler) => filler.publicKey.crv === publicKey.crv && filler.publicKey.x === publicKey.x)
}

export interface NewFillerKey {
  readonly agentId: string | undefined
  /** The name under which people see the new filler. Undefined: the name of this machine. */
  readonly name: string | undefined
}

export interface FillerKeyMade {
  readonly file: string
  readonly publicKey: FillerKeyPair['publicKey']
  readonly filler?: Filler
}

/** Makes this machine's filler key where there is none, and registers it for the agent where one is named. */
export async function makeFillerKey(settings: Settings, { agentId, name }: NewFillerKey): Promise<FillerKeyMade> {
  const key = await ensureFillerKey(fillerKeyFile(settings))
  const { file, publicKey } = key
  if (agentId === undefined) return { file, publicKey }
  const filler = await withNodeClient(
    settings,
    async (purser) =>
      (await fillerWithOwnKey(purser, agentId, key)) ??
      purser.fillers.create(agentId, { name: name ?? `purser fill on ${hostname()}`, publicKey }),
  )
  return { file, publicKey, filler }
}
