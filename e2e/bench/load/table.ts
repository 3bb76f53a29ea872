import type { Pair } from './run.ts'

/** A line per figure: the median of both with the quartiles, and the median of the rounds' ratios with theirs. */
export function printed(title: string, pairs: readonly Pair[]): string {
  const head = line(`${title} (${pairs.length} rounds)`, 'federated', 'one build', 'ratio')
  const names = Object.keys(pairs[0]?.federated ?? {})
  return [
    head,
    ...names.map(name => {
      const federated = pairs.map(pair => pair.federated[name] ?? 0)
      const oneBuild = pairs.map(pair => pair.oneBuild[name] ?? 0)
      return line(
        `  ${name}`,
        spread(federated, 0),
        spread(oneBuild, 0),
        spread(
          federated.map((figure, round) => figure / (oneBuild[round] ?? 0)),
          2,
        ),
      )
    }),
    '',
  ].join('\n')
}

function line(name: string, ...columns: readonly string[]): string {
  return name.padEnd(36) + columns.map(column => column.padStart(22)).join('')
}

function spread(figures: readonly number[], digits: number): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map(share => quantile(figures, share).toFixed(digits))
  return `${middle} (${low} to ${high})`
}

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5)
}

/** Between two figures where the share falls between them. */
function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at % 1)
}
