import { createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { auditPublicKey, exportAudit } from '../../app/export-audit.ts'
import { createLogger } from '../../app/logger.ts'
import { OperatorError } from '../../app/operator-error.ts'
import { accountOf } from '../account-of.ts'
import { checkExport } from '../check-export.ts'
import type { Command, Invocation } from '../command.ts'

const usage = `purser audit export [--account acct_...] > audit.ndjson
purser audit public-key > audit.pem
purser audit check audit.ndjson --public-key audit.pem
check needs neither the database nor a key of the service. Exit code 1 where something was changed.`

type Action = (invocation: Invocation) => Promise<void>

const actions: Record<string, Action> = {
  async export({ settings, flags }) {
    await exportAudit({
      settings,
      logger: createLogger(settings.logLevel),
      choose: (accounts) => accountOf(accounts, flags['account']),
      onLine: async (line) => {
        if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
      },
    })
  },

  async 'public-key'({ settings }) {
    process.stdout.write(await auditPublicKey(settings, createLogger(settings.logLevel)))
  },

  async check({ words: [, file], flags }) {
    const keyFile = flags['public-key']
    if (file === undefined || typeof keyFile !== 'string') throw new OperatorError(`It is written:\n${usage}`)
    const publicKey = await readFile(keyFile).then(createPublicKey).catch(unreadable)
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
    let findings = 0
    const { entries, heads, last } = await checkExport(lines, publicKey, ({ sequence, id, what }) => {
      findings += 1
      console.log(`#${sequence} ${id}: ${what}`)
    }).catch(unreadable)
    const signed = last === null ? '' : `, the last signed at ${last.at} for ${last.accountId}`
    console.log(`${entries} entries and ${heads} signed heads checked${signed}: ${findings} findings.`)
    if (findings > 0) process.exitCode = 1
  },
}

/** A file that is not there, or a key that is none, is the operator's to mend. */
function unreadable(error: unknown): never {
  throw new OperatorError((error as Error).message)
}

export const audit: Command = {
  summary: 'Export the audit trail, and check an export offline.',
  usage,
  flags: { account: { type: 'string' }, 'public-key': { type: 'string' } },

  async run(invocation) {
    const [name = '', , ...more] = invocation.words
    const action = actions[name]
    if (action === undefined || more.length > 0) throw new OperatorError(`It is written:\n${usage}`)
    await action(invocation)
  },
}
