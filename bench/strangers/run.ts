import { parseArgs } from 'node:util'
import { openBenchStack } from '../support/stack.ts'
import { measureBesideKeylessClients } from './keyless.ts'
import { measureTenantIsolation } from './tenants/tenants.ts'

/**
 * Measures how unauthenticated clients and other tenants slow down a node's clients: `npm run bench:strangers`. First clients without a
 * valid API key send requests at full speed. Then a tenant whose data is as costly as the bounds permit floods the node: with the requests
 * that its data is made for, and with those of every operation. The exit code is 1 if a bar is broken (bench/README.md).
 */
const { values } = parseArgs({
  options: {
    strangers: { type: 'string', default: '20' },
    clients: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '8' },
    flood: { type: 'string', default: '16' },
    'flood-seconds': { type: 'string', default: '5' },
    purchases: { type: 'string', default: '5000' },
    customers: { type: 'string', default: '4' },
    merchants: { type: 'string', default: '1500' },
    intents: { type: 'string', default: '990' },
    only: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
  },
})

const stack = await openBenchStack()
try {
  console.log(`${values.strangers} strangers, ${values.clients} clients with a key; Node ${process.version}`)
  const keyless =
    values.only.length === 0
      ? await measureBesideKeylessClients(stack, {
          strangers: Number(values.strangers),
          clients: Number(values.clients),
          seconds: Number(values.seconds),
        })
      : []
  console.log(
    `A tenant with ${values.flood} clients, seed ${values.seed}, and an innocent one with 20 purchases a second`,
  )
  const tenants = await measureTenantIsolation(stack, {
    sizes: {
      purchases: Number(values.purchases),
      customers: Number(values.customers),
      merchantsEach: Number(values.merchants),
      intentsEach: Number(values.intents),
    },
    clients: Number(values.flood),
    seconds: Number(values['flood-seconds']),
    only: values.only,
    seed: Number(values.seed),
  })
  const broken = [...keyless, ...tenants]
  if (broken.length > 0) {
    console.log(`The bar is broken beside: ${broken.join(', ')}.`)
    process.exitCode = 1
  }
} finally {
  await stack.close()
}
