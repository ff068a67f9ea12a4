import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const DOCUMENTS = globSync(
  [
    '*.md',
    '{docs,clients,examples,deploy}/**/*.{md,yml,yaml}',
    'examples/**/.github/**/*.yml',
    'dashboard/src/**/*.tsx',
    '{src,tools/generate}/**/*.ts',
  ],
  {
    cwd: ROOT,
    exclude: ['**/node_modules/**', 'CHANGELOG.md'],
  },
)

/** Commands that can fetch a package by its name, and what they may name. */
const COMMANDS: readonly (readonly [RegExp, readonly RegExp[]])[] = [
  // `npx vitest` is for contributors, who are in the checkout. `purser` is a name that anybody may register: with `--no`, npx runs what is
  // installed and fetches nothing. npx takes the word after `--no` for its value, so a flag straight after `purser` would be one of npx.
  [/\bnpx ((?:--no )?\S+(?: -\S*)?)/g, [/^--no purser$/, /^vitest(?: |$)/, /^quicktype@\d/]],
  [
    /\bnpm (?:install|i|exec) (?:--omit=optional )?([^\s`&|;)]+)/g,
    [
      /^\.\/purser-client-\*\.tgz$/,
      /^\.\/purser-server-(?:\d\S*|\*)\.tgz$/,
      /^stripe@\d/,
      /^@opentelemetry\/[a-z-]+@\d/,
      /^\$\{npmPackage\}$/,
    ],
  ],
  [
    /\bpip install ([^\s`;|]+)/g,
    [/^'?\.\/clients\/python(?:\[async\])?'?$/, /^build$/, /^httpx$/, /^'[a-z-]+\[[a-z,]+\]==\d/, /^-r$/],
  ],
]

it('no document installs a package of a name that is not its own or not pinned', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(100)
  const fetched = DOCUMENTS.flatMap((path) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    return COMMANDS.flatMap(([command, allowed]) =>
      [...text.matchAll(command)]
        .filter(([, name = '']) => !allowed.some((each) => each.test(name.replace(/[`.,:]+$/, ''))))
        .map(([said]) => `${path}: ${said}`),
    )
  })
  expect(fetched).toEqual([])
})
