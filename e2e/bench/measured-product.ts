import { chromium, firefox, type Browser } from 'playwright'
import { findChromiumPath } from '@adcoin/checks/chromium'
import { createEngineOptions, engine } from '../engines/engines.ts'
import { startProduct } from '../product/product.ts'

export type MeasuredProduct = { readonly url: string; readonly dataDir: string; stop(): Promise<void> }

/** The product that `ADCOIN_URL` and `ADCOIN_DATA_DIR` name and that goes on running, else one that is started. */
export async function openMeasuredProduct(): Promise<MeasuredProduct> {
  const { ADCOIN_URL: url, ADCOIN_DATA_DIR: dataDir = '' } = process.env
  return url ? { url, dataDir, stop: async () => undefined } : startProduct()
}

/** @param args  beside those that every bench needs */
export function launchChromium(args: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromiumPath()
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', ...args] })
}

/** The browser of ENGINE. */
export function launchEngine(): Promise<Browser> {
  if (engine === 'chromium') return launchChromium()
  const { channel = '', launchOptions } = createEngineOptions()
  return firefox.launch({ ...launchOptions, channel })
}
