import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const sandbox = pathToFileURL(`${process.cwd()}/`).href
const sources = new Map<string, string>()
let generation = 0

/** Makes later imports load modules anew, except those of packages. */
export function importModulesAnew(): void {
  generation += 1
}

/** Imports a file of the sandbox, with everything that it imports, as modules of the present generation. */
export const importSandboxFile = (file: string): Promise<unknown> =>
  import(`${pathToFileURL(resolve(file)).href}?${generation}`)

/** Adds a module's generation to its address as a query, and passes it on to the modules that it imports. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest') return next(new URL('vitest-in-process.ts', import.meta.url).href, context)
    const resolved = next(specifier, context)
    const query = /\?\d+$/.exec(context.parentURL ?? '')?.[0]
    const isOurs = resolved.url.startsWith(sandbox) && !resolved.url.includes('/node_modules/')
    return query !== undefined && isOurs ? { ...resolved, url: `${resolved.url}${query}` } : resolved
  },
  load(url, context, next) {
    if (!/\.ts\?\d+$/.test(url)) return next(url, context)
    const path = fileURLToPath(url)
    const source = sources.get(path) ?? stripTypeScriptTypes(readFileSync(path, 'utf8'))
    sources.set(path, source)
    return { format: 'module', source, shortCircuit: true }
  },
})
