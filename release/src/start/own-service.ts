import { resolve } from 'node:path'
import type { CleanEnd } from './clean-end.ts'
import { ensureOperatorsSecret, storeServiceAddress } from './operators-secret.ts'
import type { StartOptions } from './options.ts'
import { superviseService, type Service } from './supervise-service.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The service of this repository on a data folder, until this program ends; one that is lost ends it. */
export async function startOwnService(
  { dataFolder, publicUrl }: Pick<StartOptions, 'dataFolder' | 'publicUrl'>,
  end: CleanEnd,
): Promise<Service> {
  end.undo(await ensureOperatorsSecret(dataFolder))
  const service = await superviseService({
    root,
    env: { ...process.env, DATA_DIR: dataFolder, PUBLIC_URL: publicUrl },
    say: line => console.log(line),
    onLost: why => {
      console.error(`${why} Ad Coin stops; look at the service's messages above.`)
      void end.stop(1)
    },
    onListening: address => storeServiceAddress(dataFolder, address),
  })
  end.undo(() => service.stop())
  if (end.isStopping()) await service.stop()
  return service
}
