import { startNginx } from './nginx.ts'
import { freePort, startProduct } from './product.ts'

/**
 * Starts one product for every spec; ADCOIN_URL and ADCOIN_DATA_DIR point at one that already runs. E2E_GATEWAY=nginx
 * puts nginx in front of it.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.ADCOIN_URL) return async () => undefined
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
