/**
 * Milliseconds of processor time that some work takes at least: other programs on the machine do not count, and of
 * several tries the smallest is the one that compiling, collecting garbage and other tests disturbed least.
 */
export async function leastCpu(work: () => unknown, tries = 5): Promise<number> {
  const spent: number[] = []
  for (let index = 0; index < tries; index += 1) {
    const start = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(start)
    spent.push((user + system) / 1000)
  }
  return Math.min(...spent)
}
