import { resolve } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { dashboardSheetsPlugin } from './sheets-plugin.ts'

/** The running Purser that `npm run dev` in this folder uses. */
const service = process.env['PURSER_URL'] ?? 'http://127.0.0.1:8420'

export default defineConfig({
  root: import.meta.dirname,
  // The client is bundled from its sources: nothing has to be built before.
  resolve: { alias: { '@purser/client': resolve(import.meta.dirname, '../clients/typescript/src/client.ts') } },
  plugins: [react(), tailwind(), dashboardSheetsPlugin()],
  build: {
    target: 'es2023',
    // The service's CSP lets nothing be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Packages seldom change, so a chunk of their own stays in the browsers' caches when the pages change.
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
  server: { proxy: { '/v1': service, '/docs': service, '/openapi.json': service } },
})
