import { hostname } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createGateway, type GatewayOptions } from '../gateway/gateway.ts'
import { startScrubber } from '../operations/scrubber.ts'
import { createTroubleNotices } from '../operations/notices.ts'
import { readReleaseContext } from '../operations/release-context.ts'
import { readKeyRing } from '../signing/key-ring.ts'
import { createFolderCounter, createReadOnlyCounter } from '../store/counter.ts'
import { openStore, findStoreFolder } from '../store/open-store.ts'
import { readTrustedProxies } from './options.ts'
import { readVariable } from '../variables.ts'

/** The gateway of a data folder, not listening yet, with the scrubber that watches what it serves. */
export function createProductGateway(
  dataFolder: string,
  options: Pick<GatewayOptions, 'services' | 'servicePaths' | 'publicUrl' | 'offlinePage' | 'isStarting'>,
): FastifyInstance {
  const keys = join(dataFolder, 'keys')
  const isFar = findStoreFolder(dataFolder) === undefined
  // Each look at a bucket is a request that costs time and money.
  const scrubber = startScrubber(() => readReleaseContext(dataFolder), reportFileAlarm, isFar ? 600_000 : 60_000)
  return createGateway({
    ...options,
    store: openStore(dataFolder),
    ...(isFar ? { isFar, folder: readVariable('GATEWAY_FOLDER'), pollEveryMs: 500 } : {}),
    trustedProxies: readTrustedProxies(),
    ring: () => readKeyRing(keys),
    counter: createReadOnlyCounter(createFolderCounter(keys)),
    scrubber,
    report: reportLiveTrouble,
  })
}

const [ofLive, ofFiles] = [
  createTroubleNotices(`gateway on ${hostname()}: what is live`, line => console.error(line)),
  createTroubleNotices(`gateway on ${hostname()}: stored files`, line => console.error(line), 0),
]

function reportLiveTrouble(trouble: string | undefined): void {
  ofLive(trouble)
  console.error(trouble === undefined ? 'The newest generation is served again.' : `It is not served: ${trouble}`)
}

function reportFileAlarm(alarm: string | undefined): void {
  ofFiles(alarm)
  console.error(
    alarm === undefined ? 'The stored releases are as signed again.' : `A stored release is not as signed: ${alarm}`,
  )
}
