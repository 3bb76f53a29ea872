import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Server } from 'node:http'
import { createGateway, type GatewayOptions } from '../gateway/gateway.ts'
import { trustedNetworks } from '../gateway/trusted-proxies.ts'
import { startScrubber } from '../operations/scrubber.ts'
import { troubleNotices } from '../operations/notices.ts'
import { readSite } from '../operations/site.ts'
import { readKeyRing } from '../signing/key-ring.ts'
import { folderCounter, readableCounter } from '../store/counter.ts'
import { openStore, storeFolder } from '../store/open-store.ts'
import { variable } from '../variables.ts'

/** The gateway of a data folder, not listening yet, with the scrubber that watches what it serves. */
export function productGateway(
  dataFolder: string,
  options: Pick<GatewayOptions, 'service' | 'servicePaths' | 'publicUrl' | 'offlinePage' | 'isStarting'>,
): Server {
  const keys = join(dataFolder, 'keys')
  const scrubber = startScrubber(() => readSite(dataFolder), tell)
  return createGateway({
    ...options,
    store: openStore(dataFolder),
    // Each look at a bucket is a request that costs time and money.
    ...(storeFolder(dataFolder) === undefined ? { lookEveryMs: 500 } : {}),
    trustedProxies: trustedNetworks(variable('TRUSTED_PROXIES') ?? ''),
    ring: () => readKeyRing(keys),
    counter: readableCounter(folderCounter(keys)),
    alarm: scrubber.alarm,
  })
}

const trouble = troubleNotices(`gateway on ${hostname()}`, line => console.error(line), 0)

function tell(alarm: string | undefined): void {
  trouble(alarm)
  console.error(
    alarm === undefined ? 'The stored releases are as signed again.' : `A stored release is not as signed: ${alarm}`,
  )
}
