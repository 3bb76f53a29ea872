import { bundleReport, printedReport } from '@adcoin/preset/bundles'

/**
 * npm run bench -- bundles [app …]: builds every app (or those named) and prints JavaScript by library and against the
 * budgets.
 */
export async function run(words: readonly string[]): Promise<void> {
  const report = await bundleReport(words.length > 0 ? words : undefined)
  console.log(printedReport(report))
}
