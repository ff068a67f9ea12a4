import { type Dockerfile, DockerfileParser, type From, type Instruction } from 'dockerfile-ast'
import { ModifiableInstruction } from 'dockerfile-ast/lib/modifiableInstruction.js'

/** One instruction of a Dockerfile. */
export interface Step {
  readonly keyword: string
  /** As it is written, without its flags, its lines joined. */
  readonly text: string
  readonly flags: Readonly<Record<string, string>>
}

/** From one FROM to the next. */
export interface Stage {
  readonly name: string
  readonly image: string
  readonly steps: readonly Step[]
}

export function stagesOf(text: string): Stage[] {
  const file = DockerfileParser.parse(text)
  const stages: { name: string; image: string; steps: Step[] }[] = []
  for (const instruction of file.getInstructions()) {
    if (instruction.getKeyword() === 'FROM') {
      const from = instruction as From
      stages.push({ name: from.getBuildStage() ?? 'final', image: imageOf(file, from), steps: [] })
    } else stages.at(-1)?.steps.push(stepOf(instruction))
  }
  return stages
}

/** The command of an instruction in its JSON form: run as it is, without a shell. */
export function commandOf({ keyword, text }: Step): string[] {
  const [, json] = /(\[.*\])$/s.exec(text) ?? []
  if (json === undefined) throw new Error(`${keyword} is written for a shell: write it as a JSON array`)
  return JSON.parse(json) as string[]
}

const imageOf = (file: Dockerfile, from: From): string =>
  (from.getImage() ?? '').replaceAll(
    /\$\{(\w+)\}/g,
    (_, name: string) => file.resolveVariable(name, from.getRange().start.line) ?? '',
  )

function stepOf(instruction: Instruction): Step {
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : []
  const written = (instruction.getArgumentsContent() ?? '').replaceAll(/\\\n\s*/g, '')
  return {
    keyword: instruction.getKeyword(),
    text: written.replace(/^(?:--\S+\s+)+/, ''),
    flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ''])),
  }
}
