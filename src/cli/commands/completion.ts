import { OperatorError } from '../../app/operator-error.ts'
import type { ShellCommand, ShellCommandGroup } from '../command.ts'
import { shellCompletionEntries } from '../completion/completable.ts'
import { bashCompletionScript } from '../completion/bash.ts'
import { fishCompletionScript } from '../completion/fish.ts'
import { zshCompletionScript } from '../completion/zsh.ts'
import { mostLikelyWord } from '../did-you-mean.ts'
import { printData } from '../terminal/print.ts'

const scripts = { bash: bashCompletionScript, zsh: zshCompletionScript, fish: fishCompletionScript } as const
const shells = Object.keys(scripts)

/** The command `purser completion`, which prints a script that completes the commands of the groups. */
export const completionCommandFor = (groups: readonly ShellCommandGroup[]): ShellCommand => ({
  usage: 'purser completion bash|zsh|fish',
  details: `The script completes the command purser: its words, flags, and values that are listed. Load it with
  bash: eval "$(purser completion bash)", in ~/.bashrc
  zsh:  eval "$(purser completion zsh)", in ~/.zshrc after compinit
  fish: purser completion fish > ~/.config/fish/completions/purser.fish`,
  examples: ['purser completion bash'],
  words: ['bash|zsh|fish'],

  async run({ words: [shell = ''] }) {
    const script = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined
    if (script === undefined) {
      const meant = mostLikelyWord(shell, shells)
      const advice = meant === null ? `There are: ${shells.join(', ')}.` : `Did you mean ${meant}?`
      throw new OperatorError(`There is no completion for ${JSON.stringify(shell)}. ${advice}`)
    }
    await printData(`${script(await shellCompletionEntries(groups))}\n`)
  },
})
