import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createGateway, type GatewayOptions } from '../gateway/gateway.ts'
import { startScrubber } from '../operations/scrubber.ts'
import { troubleNotices } from '../operations/notices.ts'
import { readReleaseContext } from '../operations/release-context.ts'
import { readKeyRing } from '../signing/key-ring.ts'
import { folderCounter, readableCounter } from '../store/counter.ts'
import { openStore, storeFolder } from '../store/open-store.ts'
import { trustedProxies } from './options.ts'
import { variable } from '../variables.ts'

/** The gateway of a data folder, not listening yet, with the scrubber that watches what it serves. */
export function productGateway(
  dataFolder: string,
  options: Pick<GatewayOptions, 'services' | 'servicePaths' | 'publicUrl' | 'offlinePage' | 'isStarting'>,
): FastifyInstance {
  const keys = join(dataFolder, 'keys')
  const isFar = storeFolder(dataFolder) === undefined
  // Each look at a bucket is a request that costs time and money.
  const scrubber = startScrubber(() => readReleaseContext(dataFolder), tellOfFiles, isFar ? 600_000 : 60_000)
  return createGateway({
    ...options,
    store: openStore(dataFolder),
    ...(isFar ? { isFar, folder: variable('GATEWAY_FOLDER'), lookEveryMs: 500 } : {}),
    trustedProxies: trustedProxies(),
    ring: () => readKeyRing(keys),
    counter: readableCounter(folderCounter(keys)),
    alarm: scrubber.alarm,
    report: reportOfLive,
  })
}

const [ofLive, ofFiles] = [
  troubleNotices(`gateway on ${hostname()}: what is live`, line => console.error(line)),
  troubleNotices(`gateway on ${hostname()}: stored files`, line => console.error(line), 0),
]

function reportOfLive(trouble: string | undefined): void {
  ofLive(trouble)
  console.error(trouble === undefined ? 'The newest generation is served again.' : `It is not served: ${trouble}`)
}

function tellOfFiles(alarm: string | undefined): void {
  ofFiles(alarm)
  console.error(
    alarm === undefined ? 'The stored releases are as signed again.' : `A stored release is not as signed: ${alarm}`,
  )
}
