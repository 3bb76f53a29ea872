import { dataFolderOf, startComposed } from './composed.ts'
import { startNginx } from './nginx.ts'
import { freePort, startProduct } from './product.ts'

/**
 * Starts one product for every spec; ADCOIN_URL and ADCOIN_DATA_DIR name a running one instead. E2E_GATEWAY=nginx puts
 * nginx in front of it; E2E_GATEWAY=composed starts the services of docker-compose.yml, with its file for development.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.ADCOIN_URL) return async () => undefined
  if (process.env.E2E_GATEWAY === 'composed') {
    const whole = await startComposed('development', { SANDBOX_REVIEW_SECONDS: '3' })
    process.env.ADCOIN_URL = whole.url
    process.env.ADCOIN_DATA_DIR = dataFolderOf(whole.folder)
    return () => whole.stop()
  }
  const front = process.env.E2E_GATEWAY === 'nginx' ? await freePort() : undefined
  const product = await startProduct(front === undefined ? {} : { env: { PUBLIC_URL: `http://localhost:${front}` } })
  const stopFront = front === undefined ? async () => undefined : await startNginx(product, front)
  process.env.ADCOIN_URL = front === undefined ? product.url : `http://localhost:${front}`
  process.env.ADCOIN_DATA_DIR = product.dataDir
  return async () => {
    await stopFront()
    await product.stop()
  }
}
