import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { createQueryClient } from './api/query-client.ts'
import { createRouter } from './app/routes.tsx'
import { guardPageInput } from './lib/input/input-guard.ts'
import { applyChosenTheme } from './lib/theme.ts'
import { Toasts } from './ui/toast.tsx'
import './styles.css'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element #root')

applyChosenTheme()
guardPageInput()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Toasts>
        <RouterProvider router={createRouter()} />
      </Toasts>
    </QueryClientProvider>
  </StrictMode>,
)
