import { createPublicKey } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { OperatorError } from '../../../app/operator-error.ts'
import type { AuditFinding } from '../../../lib/audit-check.ts'
import { accountOf } from '../../account-of.ts'
import { checkExport } from '../../check-export.ts'
import type { Invocation } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { loggerOf } from '../../logger-of.ts'
import { progressOf } from '../../terminal/progress.ts'
import { screenOfStream } from '../../terminal/screen.ts'
import { showAnswer } from '../../terminal/show.ts'
import { withActions } from '../../with-actions.ts'
import { jsonOf, printText, printAside, printLine } from '../../terminal/print.ts'

const runs = {
  async export({ settings, flags }: Invocation) {
    const progress = progressOf('entries exported', screenOfStream(process.stderr))
    const { exportAudit } = await import('../../../app/administration/export-audit.ts')
    const unsigned = await exportAudit({
      settings,
      logger: await loggerOf(settings),
      choose: (accounts) => accountOf(accounts, flags['account']),
      onLine: async (line) => {
        await printLine(jsonOf(line))
      },
      onProgress: (done, all) => progress.at(done, all),
    }).finally(() => progress.end())
    if (unsigned === null) return
    printAside(
      `The export does not end with a signed head: ${unsigned}. Run purser verify: it shows where the trail was changed.`,
    )
    process.exitCode = exitCodes.failed
  },

  async publicKey({ settings, json }: Invocation) {
    const { auditPublicKey } = await import('../../../app/administration/export-audit.ts')
    const publicKey = await auditPublicKey(settings, await loggerOf(settings))
    showAnswer({ json }, { publicKey }, () => [publicKey.trimEnd()])
  },

  async check({ words: [file = ''], flags, json }: Invocation) {
    const keyFile = flags['public-key']
    if (typeof keyFile !== 'string')
      throw new OperatorError('--public-key is missing: the file that purser audit public-key has printed.')
    const publicKey = await readFile(keyFile).then(createPublicKey).catch(unreadable)
    const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })
    const findings: AuditFinding[] = []
    const checked = await checkExport(lines, publicKey, (finding) => {
      findings.push(finding)
      if (!json) printText(`#${finding.sequence} ${finding.id}: ${finding.what}`)
    }).catch(unreadable)
    const { entries, heads, last } = checked
    const signed = last === null ? '' : `, the last signed at ${last.at} for ${last.accountId}`
    showAnswer({ json }, { ...checked, findings }, () => [
      `${entries} entries and ${heads} signed heads checked${signed}: ${findings.length} findings.`,
    ])
    if (findings.length > 0) process.exitCode = exitCodes.failed
  },
}

/** Throws an OperatorError about a key file: only the operator can replace a file that is missing or contains no key. */
function unreadable(error: unknown): never {
  throw new OperatorError((error as Error).message)
}

export const auditCommand = withActions({
  export: {
    summary: 'Print the audit trail of an account, an entry on each line.',
    usage: 'purser audit export [--account acct_...] > audit.ndjson',
    details: 'It prints a JSON object on each line.',
    examples: ['purser audit export > audit.ndjson'],
    flags: { account: { type: 'string', value: 'acct_...', description: 'Which account, if there are several.' } },
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
