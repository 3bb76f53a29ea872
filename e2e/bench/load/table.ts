/** Measurements of one visit, by the name that the table prints. */
export type LoadFigures = Readonly<Record<string, number>>
/**
 * The measured builds: the product, the product as one build with the same page, and as a plain single-page
 * application.
 */
export const sides = ['federated', 'one build', 'plain'] as const
export type SideName = (typeof sides)[number]
/** The visits of one round, taken one after the other. */
export type Round = Readonly<Record<SideName, LoadFigures>>

/**
 * A line per figure: the median of every side with its quartiles, and the medians of the rounds' own ratios of the
 * product to the other two.
 */
export function formatLoadTable(title: string, rounds: readonly Round[]): string {
  const head = formatLine(`${title} (${rounds.length} rounds)`, [...sides, '/ one build', '/ plain'])
  const names = Object.keys(rounds[0]?.federated ?? {})
  return [
    head,
    ...names.map(name =>
      formatLine(`  ${name}`, [
        ...sides.map(side => formatSpread(rounds.map(round => round[side][name] ?? NaN))),
        formatRatio(rounds, name, 'one build'),
        formatRatio(rounds, name, 'plain'),
      ]),
    ),
    '',
  ].join('\n')
}

/** The same medians for `--json`, by figure and side. */
export function computeMedians(rounds: readonly Round[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    Object.keys(rounds[0]?.federated ?? {}).map(name => [
      name,
      Object.fromEntries(sides.map(side => [side, computeMedian(rounds.map(round => round[side][name] ?? NaN))])),
    ]),
  )
}

export function computeMedian(figures: readonly number[]): number {
  return computeQuantile(figures, 0.5)
}

function formatLine(name: string, columns: readonly string[]): string {
  return name.padEnd(36) + columns.map(column => column.padStart(20)).join('')
}

/** `-` for what the engine does not measure. */
function formatSpread(figures: readonly number[]): string {
  if (figures.some(Number.isNaN)) return '-'
  const [low, middle, high] = [0.25, 0.5, 0.75].map(share => computeQuantile(figures, share).toFixed(0))
  return figures.length === 1 ? `${middle}` : `${middle} (${low} to ${high})`
}

/** Of a figure that is nothing on the other side there is no ratio. */
function formatRatio(rounds: readonly Round[], name: string, other: SideName): string {
  const ratios = rounds.map(round => (round.federated[name] ?? NaN) / (round[other][name] ?? NaN))
  const middle = computeMedian(ratios)
  return Number.isFinite(middle) ? middle.toFixed(2) : '-'
}

/** Between two figures where the share falls between them. */
function computeQuantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  return low + (high - low) * (at % 1)
}
