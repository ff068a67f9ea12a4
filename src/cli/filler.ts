import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import type { Settings } from '../app/settings/options.ts'
import type { Filler } from '../contract/resources/fillers.ts'
import { ensureFillerKey, type FillerKey } from '../fill/filler-key.ts'
import { type Purser, withNode } from './remote/client.ts'

/** Where the private key of this machine's filler is. */
export const fillerKeyFile = ({ fillerKeyFile: file }: Pick<Settings, 'fillerKeyFile'>): string =>
  file ?? join(homedir(), '.config', 'purser', 'filler-key.json')

/** The filler of an agent that has this key. */
export async function fillerWith(
  purser: Purser,
  agentId: string,
  { publicKey }: FillerKey,
): Promise<Filler | undefined> {
  const { data } = await purser.fillers.list(agentId, { limit: 100 })
  return data.find((filler) => filler.publicKey.crv === publicKey.crv && filler.publicKey.x === publicKey.x)
}

export interface NewFillerKey {
  readonly agentId: string | undefined
  /** What people call it. */
  readonly name: string | undefined
}

export interface KeyMade {
  readonly file: string
  readonly publicKey: FillerKey['publicKey']
  readonly filler?: Filler
}

/** Makes the key of this machine, where it has none, and registers it for an agent, where one is named. */
export async function makeFillerKey(settings: Settings, { agentId, name }: NewFillerKey): Promise<KeyMade> {
  const key = await ensureFillerKey(fillerKeyFile(settings))
  const { file, publicKey } = key
  if (agentId === undefined) return { file, publicKey }
  const filler = await withNode(
    settings,
    async (purser) =>
      (await fillerWith(purser, agentId, key)) ??
      purser.fillers.create(agentId, { name: name ?? `purser fill on ${hostname()}`, publicKey }),
  )
  return { file, publicKey, filler }
}
