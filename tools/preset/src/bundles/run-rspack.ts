import { rspack, type Configuration, type Stats } from '@rspack/core'

/** Runs one build. @throws with the compiler's own words where it fails */
export function runRspack(configuration: Configuration): Promise<Stats> {
  return new Promise((resolve, reject) =>
    rspack(configuration, (error, stats) => {
      if (error) reject(error)
      else if (!stats || stats.hasErrors())
        reject(new Error(stats?.toString({ preset: 'errors-only' }) ?? 'the build gave nothing'))
      else resolve(stats)
    }),
  )
}
