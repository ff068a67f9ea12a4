import { vi } from 'vitest'

/**
 * Forgets the modules that other test files of this process have loaded, so that the next `import()` runs them anew. The new copies have
 * the long deadlines of tests as well, for this file and for those after it.
 */
export async function forgetLoadedModules(): Promise<void> {
  vi.resetModules()
  await import('./patient-deadlines.ts')
}
