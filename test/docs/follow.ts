import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from './blocks.ts'
import type { Newcomer } from './newcomer.ts'
import { missing } from './shown.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** No line of a program. */
const END = 'END_OF_THE_FILE'
const ROOT = join(import.meta.dirname, '..', '..')

/** Terminals in which one newcomer follows guides, once. */
export interface Session {
  /** Does what a block says. Rejects, naming the block, where what comes is not what is shown. */
  follow(block: Block): Promise<void>
  /** A clean shell in place of the first terminal, for another guide. It knows where Purser is, if the last one did. */
  openAnew(): Promise<void>
  end(): Promise<void>
}

export function sitDown(newcomer: Newcomer): Session {
  const open = () => openTerminal(newcomer.terminal)
  let first = open()
  const others = new Map<string, Terminal>()
  let lastPrinted = ''
  let program = ''

  /** A new command in a terminal whose last one still runs: that one is stopped first. */
  async function pasteInto(name: string, code: string, until: string): Promise<void> {
    await others.get(name)?.close()
    const terminal = open()
    others.set(name, terminal)
    await terminal.paste(code, until)
  }

  async function show(shown: string, json: boolean, terminal: string | undefined): Promise<void> {
    if (terminal === undefined) {
      const lacking = missing(shown, lastPrinted, json)
      if (lacking !== null) throw new Error(`It does not print ${lacking}:\n${lastPrinted}`)
      return
    }
    const other = others.get(terminal)
    if (other === undefined) throw new Error(`No terminal ${terminal} was opened`)
    await other.until(`it shows ${shown}`, (printed) => missing(shown, printed, json) === null)
  }

  async function run(language: 'ts' | 'python', code: string): Promise<void> {
    const { ending, command, prepare } = languages[language]
    const file = join(newcomer.terminal.cwd, `program.${ending}`)
    program += `${prepare(code)}\n`
    writeFileSync(file, program)
    lastPrinted = await first.paste(`${command} '${file}'`)
  }

  async function act({ part, code }: Block): Promise<void> {
    const text = newcomer.atFreePorts(code)
    if (part.does === 'paste' && part.terminal !== undefined) {
      await pasteInto(part.terminal, text, newcomer.atFreePorts(part.until ?? ''))
    } else if (part.does === 'paste') {
      // zsh takes a comment that is typed for words.
      if (/(^|\s)#/m.test(text)) throw new Error('A comment in what is pasted: some shells run it')
      lastPrinted = await first.paste(text)
    } else if (part.does === 'show') await show(text, part.json, part.terminal)
    else if (part.does === 'save') await first.paste(`cat > '${part.file}' <<'${END}'\n${text}\n${END}`)
    else if (part.does === 'run') await run(part.language, text)
  }

  return {
    follow: (block) =>
      act(block).catch((error: Error) => {
        throw new Error(`${block.document}:${block.line}: ${error.message}`)
      }),
    openAnew: async () => {
      const settings = await first.paste(`export -p | sed -n '/ PURSER_/p'`)
      await first.close()
      first = open()
      await first.paste(settings)
      program = ''
    },
    end: async () => {
      await Promise.all([first, ...others.values()].map((terminal) => terminal.close()))
    },
  }
}

const sourcesOf = (client: string) => join(ROOT, 'clients', client, 'src')

/** With the clients from their sources: nothing is built or installed here. */
const languages = {
  ts: {
    ending: 'ts',
    command: `'${process.execPath}'`,
    prepare: (code: string) =>
      code.replaceAll(/'@purser\/client(\/\w+)?'/g, (_, module = '/client') =>
        JSON.stringify(join(sourcesOf('typescript'), `${module}.ts`)),
      ),
  },
  python: {
    ending: 'py',
    command: `PYTHONPATH='${sourcesOf('python')}' python3`,
    prepare: (code: string) => code,
  },
}
