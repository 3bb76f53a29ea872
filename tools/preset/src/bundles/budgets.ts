/** Bytes of a KB, wherever bytes are promised: the gate, the benches and the tests count alike. */
export const bytesPerKb = 1000

/** A page of one route, brotli, with a previous release of its apps; why: decisions/page-stays-small.md. Goal 13. */
export const pageKb = 14.65
/** The page of all other routes, which has two screens. */
export const restPageKb = 17.1
/** By how much a remote without a tab makes each page of others larger, brotli. */
export const pageGrowthBytes = 0.06 * bytesPerKb

/**
 * JavaScript in KB, gzip; why: decisions/bytes-of-the-core.md. `landing` and `signed in` are the scripts needed before
 * the landing, or the home screen with a session, can be used: the shell's core, the shared groups that the page or the
 * session needs, the remote's entry and the page.
 */
const budgetsKb: Readonly<Record<string, number>> = {
  landing: 149,
  'signed in': 216,
  shell: 224,
  'remote-auth': 45,
  'remote-tasks': 28,
  'remote-wallet': 31,
  'remote-team': 22,
}
/** Images, fonts and films of one release together: each phone loads them beside the scripts. */
export const mediaKb = 150

/** Default for a remote without a measured budget. */
const ordinaryKb = 45

/** The budget of an app, or of a screen, in KB. */
export function budgetOf(name: string): number {
  return budgetsKb[name] ?? ordinaryKb
}
