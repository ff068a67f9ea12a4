import type { DispatcherRig, WebhookRig } from './rig.ts'
import { waitUntilEventsArrive } from './latency.ts'

/** Measures deliveries per second from a backlog: from the start of the dispatcher to the last arrival. */
export async function measurePeakDeliveries(rig: WebhookRig, deliveries: number): Promise<number> {
  const accounts = await rig.newAccounts()
  for (let sent = 0, turn = 0; sent < deliveries; sent += 100, turn += 1) {
    await (accounts[turn % accounts.length] as DispatcherRig).emit(100)
  }
  await rig.database.pool.query('analyze')
  await rig.receiver.takeArrivals()
  const dispatcher = rig.newDispatcher()
  const started = performance.now()
  dispatcher.start()
  await waitUntilEventsArrive(rig, deliveries)
  const seconds = (performance.now() - started) / 1000
  await dispatcher.stop()
  return Math.round((await rig.receiver.takeArrivals()).size / seconds)
}
