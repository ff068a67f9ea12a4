import { setTimeout as wait } from 'node:timers/promises'
import type { CommandInvocation } from '../../command.ts'
import { withNodeClient } from '../../remote/client.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { yamlOf } from '../file/yaml-of.ts'
import { requireAdminKey } from '../run/need-admin.ts'
import { createApplyRequestRetry } from '../run/retry.ts'
import { readAccountObjects } from '../run/read-account.ts'
import { exportedApplyFile, type ExportCommandOptions } from './exported-file.ts'
import { printTextToStderr } from '../../terminal/print.ts'

const HEAD = [
  '# yaml-language-server: $schema=purser.schema.json',
  '# Written by purser export. purser apply -f makes an account what this file says.',
]

/** Prints the objects of the account as a file for `purser apply`. */
export async function runExportCommand(
  { json, ...options }: ExportCommandOptions & { json: boolean },
  settings: CommandInvocation['settings'],
): Promise<void> {
  const account = await withNodeClient(settings, async (purser) => {
    await requireAdminKey(purser, 'purser export')
    return readAccountObjects(
      purser,
      createApplyRequestRetry({ wait: (ms) => wait(ms), tell: (text) => printTextToStderr(text) }),
    )
  })
  const file = exportedApplyFile(account, options)
  printCommandAnswer({ json }, file, () => [...HEAD, yamlOf(file)])
}
