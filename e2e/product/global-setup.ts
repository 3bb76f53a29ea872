import { startProduct } from './product.ts'

/** Starts one product for every spec; ADCOIN_URL and ADCOIN_DATA_DIR name a running one instead. */
export default async function setUpProduct(): Promise<() => Promise<void>> {
  if (process.env.ADCOIN_URL) return async () => undefined
  const product = await startProduct()
  process.env.ADCOIN_URL = product.url
  process.env.ADCOIN_DATA_DIR = product.dataDir
  return () => product.stop()
}
