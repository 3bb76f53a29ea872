import { lazy, Suspense, type ComponentProps, type ComponentType } from 'react'
import { Skeleton } from '../content/states.tsx'
import type { AreaChart as DrawnAreaChart } from './area-chart.tsx'
import type { BarChart as DrawnBarChart } from './bar-chart.tsx'

/** Text of a chart whose drawing did not load. */
const InWords = ({ textValue }: { textValue: string }) => <p className="ac-small">{textValue}</p>

/**
 * Only two screens have a chart, and no first screen: its code is a separate file.
 *
 * @param shape  of the skeleton: as tall as the chart, so that nothing below it moves
 */
function createLateChart<Props extends { textValue: string }>(
  shape: 'bars' | 'area',
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Drawn = lazy<ComponentType<Props>>(() =>
    load().then(
      chart => ({ default: chart }),
      () => ({ default: InWords }),
    ),
  )
  return props => (
    <Suspense fallback={<Skeleton shape={shape} />}>
      <Drawn {...props} />
    </Suspense>
  )
}

export const BarChart = createLateChart<ComponentProps<typeof DrawnBarChart>>(
  'bars',
  async () => (await import('./charts.ts')).BarChart,
)
export const AreaChart = createLateChart<ComponentProps<typeof DrawnAreaChart>>(
  'area',
  async () => (await import('./charts.ts')).AreaChart,
)
