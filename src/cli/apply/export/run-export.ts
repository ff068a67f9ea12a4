import { setTimeout as wait } from 'node:timers/promises'
import type { Invocation } from '../../command.ts'
import { withNode } from '../../remote/client.ts'
import { showAnswer } from '../../terminal/show.ts'
import { yamlOf } from '../file/yaml-of.ts'
import { needAdmin } from '../run/need-admin.ts'
import { retryingRequests } from '../run/retry.ts'
import { readAccount } from '../run/read-account.ts'
import { exportedFile, type ExportOptions } from './exported-file.ts'
import { printAside } from '../../terminal/print.ts'

const HEAD = [
  '# yaml-language-server: $schema=purser.schema.json',
  '# Written by purser export. purser apply -f makes an account what this file says.',
]

/** Prints the objects of the account as a file for `purser apply`. */
export async function runExport(
  { json, ...options }: ExportOptions & { json: boolean },
  settings: Invocation['settings'],
): Promise<void> {
  const account = await withNode(settings, async (purser) => {
    await needAdmin(purser, 'purser export')
    return readAccount(purser, retryingRequests({ wait: (ms) => wait(ms), tell: (text) => printAside(text) }))
  })
  const file = exportedFile(account, options)
  showAnswer({ json }, file, () => [...HEAD, yamlOf(file)])
}
