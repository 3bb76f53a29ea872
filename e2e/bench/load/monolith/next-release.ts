/** Rspack loader: the module with one more line that runs, so that every file that changes with it has another name. */
// Rspack takes a loader from the default export.
// oxlint-disable-next-line import/no-default-export
export default function markNextRelease(source: string): string {
  return `${source}\nperformance.mark('the next release')\n`
}
