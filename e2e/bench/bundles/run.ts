import { createBundleReport, formatBundleReport } from '@adcoin/preset/bundles'

/**
 * npm run bench -- bundles [app …]: builds every app (or those named) and prints JavaScript by library and against the
 * budgets.
 */
export async function runBench(words: readonly string[]): Promise<void> {
  const report = await createBundleReport(words.length > 0 ? words : undefined)
  console.log(formatBundleReport(report))
}
