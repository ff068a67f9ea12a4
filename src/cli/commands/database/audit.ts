import { createPublicKey } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { OperatorError } from '../../../app/operator-error.ts'
import type { AuditFinding } from '../../../lib/audit-check.ts'
import { commandAccountFlag, accountOfCommand } from '../../account-of.ts'
import { checkAuditExport } from '../../check-export.ts'
import type { CommandInvocation } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { commandLogger } from '../../logger-of.ts'
import { shellCommandProgress } from '../../terminal/progress.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { commandWithActions } from '../../with-actions.ts'
import { terminalJson, printText, printTextToStderr, printLine } from '../../terminal/print.ts'

const runs = {
  async export({ settings, flags }: CommandInvocation) {
    const progress = shellCommandProgress('entries exported', terminalScreenOf(process.stderr))
    const { exportAudit } = await import('../../../app/administration/export-audit.ts')
    const unsigned = await exportAudit({
      settings,
      logger: await commandLogger(settings),
      choose: (accounts) => accountOfCommand(accounts, flags['account']),
      onLine: async (line) => {
        await printLine(terminalJson(line))
      },
      onProgress: (done, all) => progress.at(done, all),
    }).finally(() => progress.end())
    if (unsigned === null) return
    printTextToStderr(
      `The export does not end with a signed head: ${unsigned}. Run purser verify: it shows where the trail was changed.`,
    )
    process.exitCode = exitCodes.failed
  },

  async publicKey({ settings, json }: CommandInvocation) {
    const { auditPublicKey } = await import('../../../app/administration/export-audit.ts')
    const publicKey = await auditPublicKey(settings, await commandLogger(settings))
    printCommandAnswer({ json }, { publicKey }, () => [publicKey.trimEnd()])
  },

  async check({ words: [file = ''], flags, json }: CommandInvocation) {
    const keyFile = flags['public-key']
    if (typeof keyFile !== 'string')
      throw new OperatorError('--public-key is missing: the file that purser audit public-key has printed.')
    const publicKey = await readFile(keyFile).then(createPublicKey).catch(unreadable)
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
    const findings: AuditFinding[] = []
    const checked = await checkAuditExport(lines, publicKey, (finding) => {
      findings.push(finding)
      if (!json) printText(`#${finding.sequence} ${finding.id}: ${finding.what}`)
    }).catch(unreadable)
    const { entries, heads, last } = checked
    const signed = last === null ? '' : `, the last signed at ${last.at} for ${last.accountId}`
    printCommandAnswer({ json }, { ...checked, findings }, () => [
      `${entries} entries and ${heads} signed heads checked${signed}: ${findings.length} findings.`,
    ])
    if (findings.length > 0) process.exitCode = exitCodes.failed
  },
}

/** Throws an OperatorError about a key file: only the operator can replace a file that is missing or contains no key. */
function unreadable(error: unknown): never {
  throw new OperatorError((error as Error).message)
}

export const auditCommand = commandWithActions({
  export: {
    summary: 'Print the audit trail of an account, an entry on each line.',
    usage: 'purser audit export [--account acct_...] > audit.ndjson',
    details: 'It prints a JSON object on each line.',
    examples: ['purser audit export > audit.ndjson'],
    flags: { account: commandAccountFlag },
    run: runs.export,
  },
  'public-key': {
    summary: 'Print the public key that the heads of audit trails are checked with.',
    usage: 'purser audit public-key > audit.pem',
    examples: ['purser audit public-key > audit.pem'],
    run: runs.publicKey,
  },
  check: {
    summary: 'Check an export offline.',
    usage: 'purser audit check audit.ndjson --public-key audit.pem',
    details: 'It needs neither the database nor a key of the service. Its exit code is 1 if anything was changed.',
    examples: ['purser audit check audit.ndjson --public-key audit.pem'],
    words: ['audit.ndjson'],
    flags: { 'public-key': { type: 'string', value: 'audit.pem', description: 'The file with the public key.' } },
    run: runs.check,
  },
})
