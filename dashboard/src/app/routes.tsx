import { createBrowserRouter, type RouteObject, useRouteError } from 'react-router'
import { useEffect } from 'react'
import { loadPageScript, preloadScripts, reloadDocumentOnce, PageScriptMissing } from './page-scripts.ts'
import { PageNotFound } from './not-found.tsx'
import { PageFrame } from './page-frame.tsx'
import { isPurserUnreachable, onPurserReachableAgain } from '../api/reach.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/states.tsx'

type Load = () => Promise<{ default: React.ComponentType }>

/** The scripts of all pages below, in the order in which they are loaded in advance. */
const scripts: Load[] = []

/** A route whose page is a script of its own: it is loaded when somebody opens the page, or when the browser is idle. */
function page(path: string, load: Load): RouteObject {
  scripts.push(load)
  return { path, lazy: async () => ({ Component: (await loadPageScript(load)).default }) }
}

const signedIn: RouteObject[] = [
  page('/', () => import('../pages/overview/overview.tsx')),
  page('/agents', () => import('../pages/agents/agents.tsx')),
  page('/agents/:id', () => import('../pages/agents/agent.tsx')),
  page('/agents/:id/policy', () => import('../pages/policy/policy-page.tsx')),
  page('/approvals', () => import('../pages/approvals/approvals.tsx')),
  page('/approvals/:approvalId', () => import('../pages/approvals/approval.tsx')),
  page('/budgets', () => import('../pages/budgets/budgets.tsx')),
  page('/cards', () => import('../pages/cards/cards.tsx')),
  page('/cards/:id', () => import('../pages/cards/card.tsx')),
  page('/cards/:id/policy', () => import('../pages/policy/policy-page.tsx')),
  page('/changes', () => import('../pages/changes/changes.tsx')),
  page('/connect/agent', () => import('../pages/connect/connect-agent.tsx')),
  page('/connect/issuer', () => import('../pages/connect/connect-issuer.tsx')),
  page('/customers', () => import('../pages/customers/customers.tsx')),
  page('/customers/:id', () => import('../pages/customers/customer.tsx')),
  page('/customers/:id/policy', () => import('../pages/policy/policy-page.tsx')),
  page('/developers/:part?', () => import('../pages/developers/developers.tsx')),
  page('/developers/keys/:keyId', () => import('../pages/developers/key.tsx')),
  page('/developers/webhooks/:webhookId', () => import('../pages/developers/webhook.tsx')),
  page('/developers/webhooks/:webhookId/deliveries/:deliveryId', () => import('../pages/developers/delivery.tsx')),
  page('/intents', () => import('../pages/intents/intents.tsx')),
  page('/intents/:id', () => import('../pages/intents/intent.tsx')),
  page('/playground', () => import('../pages/playground/playground.tsx')),
  page('/subscriptions', () => import('../pages/subscriptions/subscriptions.tsx')),
  page('/subscriptions/:id', () => import('../pages/subscriptions/subscription.tsx')),
  page('/spend', () => import('../pages/spend/spend.tsx')),
  page('/transactions', () => import('../pages/transactions/transactions.tsx')),
  page('/transactions/:transactionId', () => import('../pages/transactions/transaction.tsx')),
  page('/settings', () => import('../pages/settings/settings.tsx')),
  { path: '*', Component: PageNotFound },
]

const outside: RouteObject[] = [
  page('/sign-in', () => import('../pages/sign-in/sign-in.tsx')),
  page('/sign-in/return', () => import('../pages/sign-in/return.tsx')),
  page('/reset', () => import('../pages/reset/reset.tsx')),
  page('/forgot', () => import('../pages/reset/forgot.tsx')),
  page('/welcome', () => import('../pages/welcome/welcome.tsx')),
]

export const createRouter = () =>
  createBrowserRouter([
    { ErrorBoundary: Broken, HydrateFallback: () => null, children: outside },
    {
      element: <PageFrame onShown={() => preloadScripts(scripts)} />,
      ErrorBoundary: Broken,
      HydrateFallback: () => null,
      children: [{ ErrorBoundary: Broken, children: signedIn }],
    },
  ])

/**
 * The page after an error. Its button reloads the document, and so gets scripts that a new version has replaced. The document also reloads
 * by itself once Purser answers again.
 */
function Broken() {
  const error = useRouteError()
  useEffect(() => {
    if (error instanceof PageScriptMissing && !isPurserUnreachable()) reloadDocumentOnce()
    return onPurserReachableAgain(reloadDocumentOnce)
  }, [error])
  return (
    <div className="mx-auto grid max-w-xl gap-4 p-6">
      <FailureNotice error={error} />
      <div>
        <Button look="primary" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </div>
    </div>
  )
}
