import { readFile } from 'node:fs/promises'
import { pathInPackage } from '../../lib/package-root.ts'
import { misusedCommandError } from '../command-error.ts'
import type { ShellCommand } from '../command.ts'
import type { ApplyOptions } from './run/run.ts'
import { printText } from '../terminal/print.ts'

export const applyCommand: ShellCommand = {
  usage: 'purser apply -f FILE|FOLDER [FILE|FOLDER ...] [flags]',
  details: `The files name customers, agents, cards, webhooks and policies. The command compares them with the account, shows what would
change, asks, and then makes the account what the files say. A second apply changes nothing, and one that was interrupted goes on. Objects
made by hand are left alone, and so are fields that no file names, except within policy, shadowPolicy and limits: the files give these whole.
A folder stands for its files that end with .yaml or .yml, and - for standard input. It takes an API key of the role admin, except
for --dry-run and --check, which take one of the role read.`,
  examples: [
    'purser apply -f purser.yaml',
    'purser apply -f company/ --check',
    'purser apply -f purser.yaml --yes --prune --secrets-file webhook-secrets.json',
    'purser apply --schema > purser.schema.json',
  ],
  flags: {
    file: {
      type: 'string',
      short: 'f',
      value: 'FILE|FOLDER',
      description: 'What to apply. More files and folders may follow as words.',
    },
    yes: { type: 'boolean', short: 'y', description: 'Apply without asking. Needed where nobody can be asked.' },
    'dry-run': { type: 'boolean', description: 'Show the plan, and change nothing.' },
    check: { type: 'boolean', description: 'Like --dry-run, with exit code 4 where something would change.' },
    prune: {
      type: 'boolean',
      description:
        'Close cards, delete agents and webhooks, and suspend customers that an earlier apply made and no file names now.',
    },
    'secrets-file': {
      type: 'string',
      value: 'FILE',
      description: 'Add the secrets of new webhooks to this file. Without it, a terminal shows them once.',
    },
    schema: { type: 'boolean', description: 'Print the JSON Schema of the files, for editors.' },
  },
  takesWords: true,

  async run({ words, flags, json, settings }) {
    if (flags['schema'] === true)
      return printText((await readFile(pathInPackage('purser.schema.json'), 'utf8')).trimEnd())
    const files = [...(flags['file'] === undefined ? [] : [String(flags['file'])]), ...words]
    if (files.length === 0) throw misusedCommandError(this)
    const options: ApplyOptions = {
      files,
      mode: flags['check'] === true ? 'check' : flags['dry-run'] === true ? 'show' : 'apply',
      prune: flags['prune'] === true,
      isConfirmed: flags['yes'] === true,
      secretsFile: flags['secrets-file'] === undefined ? null : String(flags['secrets-file']),
      json,
    }
    const { runApply } = await import('./run/run.ts') // the module loads the YAML library, which no help needs
    await runApply(options, settings)
  },
}
