import type { SettingOption } from '../../src/lib/settings/option-row.ts'
import { settingOptions } from '../../src/app/settings/options.ts'
import { markdownCode, type GeneratedFile, generatedMarkdownNotice, markdownTable } from './generated-file.ts'

const head = `${generatedMarkdownNotice('src/app/settings/options.ts')}
# Configuration

Settings come from the environment or from flags. A flag wins. Secrets have no flag, because every user of a machine can
read a command line. A wrong setting ends the start with exit code 2 and a message that names it, before any port is opened.
`

/** Generates the reference of all settings from the table that the service reads. */
export function generateSettingsReference(): GeneratedFile {
  const rows = Object.values<SettingOption>(settingOptions).map((option) => [
    markdownCode(option.env),
    option.flag === undefined ? '' : markdownCode(`--${option.flag}`),
    defaultOf(option),
    option.description,
    markdownCode(option.example),
  ])
  const text = `${head}\n${markdownTable(['Variable', 'Flag', 'Default', 'Meaning', 'Example'], rows)}\n`
  return { path: 'docs/reference/configuration.md', text }
}

/**
 * The default of a setting as somebody would write it. For a setting that is a choice of two words, it is the word and not true or false.
 */
function defaultOf(option: SettingOption): string {
  if (option.default === null) return 'absent'
  if (typeof option.default !== 'boolean') return markdownCode(`${option.default as string | number}`)
  const words = option.type.expects.split(' or ')
  return markdownCode(
    words.find((word) => option.type.parse(word) === option.default) ?? JSON.stringify(option.default),
  )
}
