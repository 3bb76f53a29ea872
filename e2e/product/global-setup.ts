import { dataFolderOf, startComposed } from './composed.ts'
import { startProduct } from './product.ts'

/**
 * Starts one product for every spec; ADCOIN_URL and ADCOIN_DATA_DIR name a running one instead. E2E_GATEWAY=composed
 * starts the services of docker-compose.yml, with its file for development.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.ADCOIN_URL) return async () => undefined
  if (process.env.E2E_GATEWAY === 'composed') {
    const whole = await startComposed('development', { SANDBOX_REVIEW_SECONDS: '3' })
    process.env.ADCOIN_URL = whole.url
    process.env.ADCOIN_DATA_DIR = dataFolderOf(whole.folder)
    return () => whole.stop()
  }
  const product = await startProduct()
  process.env.ADCOIN_URL = product.url
  process.env.ADCOIN_DATA_DIR = product.dataDir
  return () => product.stop()
}
