import { setTimeout as wait } from 'node:timers/promises'
import { createInterface } from 'node:readline/promises'
import { OperatorError } from '../../../app/operator-error.ts'
import { CommandError } from '../../command-error.ts'
import type { CommandInvocation } from '../../command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { type Purser, withNodeClient } from '../../remote/client.ts'
import { shellCommandProgress } from '../../terminal/progress.ts'
import { printableText } from '../../terminal/text.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { type ResolvedApplyEntries, resolvedApplyEntries } from '../file/entries.ts'
import { readApplyFiles } from '../file/read-files.ts'
import { type ApplyPlan, applyPlanOf } from '../plan/plan.ts'
import { applyPlanLines } from '../plan/plan-lines.ts'
import { type AccountObjects, isChangingApplyStep } from '../plan/step.ts'
import { runApplyPlan, type ApplyOutcome } from './apply-plan.ts'
import { hasAdminKey } from './need-admin.ts'
import { applyCommandError, applyOutcomeLines, reportOfApplyCommand } from './outcome.ts'
import { createApplyRequestRetry } from './retry.ts'
import { readAccountObjects } from './read-account.ts'
import { ApplyRequests } from './requests.ts'
import { WebhookSecretsFile } from './secrets-file.ts'
import { terminalJson, printText, printTextToStderr } from '../../terminal/print.ts'

export interface ApplyOptions {
  readonly files: readonly string[]
  /** The mode of `purser apply`. `show` and `check` change nothing. */
  readonly mode: 'apply' | 'show' | 'check'
  readonly prune: boolean
  /** True: the changes are made without asking the person at the terminal. */
  readonly isConfirmed: boolean
  /** The file for the secrets of new webhooks. Null: the secrets are shown on the terminal. */
  readonly secretsFile: string | null
  readonly json: boolean
}

/** Runs `purser apply`: reads the files, compares them with the account, and makes the account what they say. */
export async function runApply(options: ApplyOptions, settings: CommandInvocation['settings']): Promise<void> {
  const described = resolvedApplyEntries(await readApplyFiles(options.files))
  if (options.prune && described.entries.length === 0)
    throw new OperatorError(
      'The files describe nothing, and --prune would take away all that they have made. Nothing was sent.',
    )
  if (options.prune && described.project === null)
    throw new OperatorError(
      'Nothing was sent: --prune needs a `project` in the files, because without one it would take away what other files have made. ' +
        'Add `project: NAME` to each file. What they have made already joins the project by its ids: purser export --ids.',
    )
  await withNodeClient(settings, async (purser) => {
    const retry = createApplyRequestRetry({ wait: (ms) => wait(ms), tell: (text) => printTextToStderr(text) })
    const [mayChange, account] = await Promise.all([hasAdminKey(purser), readAccountObjects(purser, retry)])
    if (!mayChange && options.mode === 'apply')
      throw new OperatorError(
        'purser apply takes an API key of the role admin. With another one, --dry-run and --check show the plan.',
      )
    const plan = applyPlanOf(mayChange ? described : withOrigins(described), account, options)
    if (plan.problems.length > 0) throw cannotApply(plan.problems)
    if (!options.json) printText(applyPlanLines(plan.steps, terminalScreenOf(process.stdout)).join('\n'))
    const isNeeded = plan.steps.some(isChangingApplyStep)
    if (options.mode !== 'apply' || !isNeeded) {
      if (options.json) printText(terminalJson(reportOfApplyCommand(plan, null), 2))
      if (options.mode === 'check' && isNeeded) process.exitCode = exitCodes.noticed
      return
    }
    await makePlan({ purser, plan, account, options, requests: new ApplyRequests(purser, retry, account) })
  })
}

/**
 * Cuts the URLs of webhooks in the entries of `purser apply` to their origins: answers to a key of another role than `admin` show no more
 * of them, and are compared with the entries.
 */
const withOrigins = ({ project, entries }: ResolvedApplyEntries): ResolvedApplyEntries => ({
  project,
  entries: entries.map((entry) =>
    entry.kind === 'webhooks'
      ? { ...entry, fields: { ...entry.fields, url: new URL(String(entry.fields['url'])).origin } }
      : entry,
  ),
})

function cannotApply(problems: readonly string[]): CommandError {
  const message = [
    `The files cannot be applied. Nothing was changed.`,
    ...problems.map((each) => `  ${printableText(each)}`),
  ].join('\n')
  return new CommandError(message, exitCodes.refused, { code: 'refused', problems })
}

interface Approved {
  readonly purser: Purser
  readonly plan: ApplyPlan
  readonly account: AccountObjects
  readonly options: ApplyOptions
  readonly requests: ApplyRequests
}

async function makePlan({ plan, options, requests }: Approved): Promise<void> {
  const makesSecrets = plan.steps.some(({ kind, action }) => kind === 'webhooks' && action === 'create')
  if (makesSecrets && options.secretsFile === null && (options.json || !process.stdout.isTTY))
    throw new OperatorError(
      'A new webhook has a secret, which is shown once, and no terminal is there to show it. Add --secrets-file FILE. Nothing was changed.',
    )
  await beConfirmed(options)
  const file = options.secretsFile === null ? null : await WebhookSecretsFile.open(options.secretsFile)
  const shown: [name: string, secret: string][] = []
  const total = plan.steps.filter(isChangingApplyStep).length
  const shownProgress = shellCommandProgress('changes made', terminalScreenOf(process.stderr))
  const outcome = await runApplyPlan(plan, requests, {
    onDone: (done) => shownProgress.at(done, total),
    onSecret: async (name, secret) => (file === null ? void shown.push([name, secret]) : file.add(name, secret)),
  }).finally(() => shownProgress.end())
  tell({ plan, outcome, shown, options })
  if (outcome.failures.length > 0) throw applyCommandError(outcome)
}

async function beConfirmed({ isConfirmed, json }: ApplyOptions): Promise<void> {
  if (isConfirmed) return
  if (json || !canAsk())
    throw new OperatorError(
      'Nothing was changed, because nobody can be asked here. Add --yes to apply the plan, or --dry-run to only show it.',
    )
  if (!(await confirm('Apply this plan?'))) throw new OperatorError('Nothing was changed.')
}

interface Result {
  readonly plan: ApplyPlan
  readonly outcome: ApplyOutcome
  readonly shown: readonly (readonly [name: string, secret: string])[]
  readonly options: ApplyOptions
}

function tell({ plan, outcome, shown, options }: Result): void {
  if (options.json) return printText(terminalJson(reportOfApplyCommand(plan, outcome), 2))
  const secrets = shown.map(([name, secret]) => `Secret of the webhook ${name}, shown only now: ${secret}`)
  const written = options.secretsFile === null ? [] : [`Secrets of new webhooks are in ${options.secretsFile}.`]
  const madeWebhook = outcome.done.some(({ kind, action }) => kind === 'webhooks' && action === 'create')
  printText(['', ...applyOutcomeLines(outcome), ...secrets, ...(madeWebhook ? written : [])].join('\n'))
}

/** Whether a person can answer questions: standard input and standard error are a terminal. */
const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks the person at the terminal. Resolves with true where the answer is `yes`. */
async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^\s*y(?:es)?\s*$/iu.test(await terminal.question(`${question} [yes/no] `))
  } finally {
    terminal.close()
  }
}
