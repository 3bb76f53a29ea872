/** The file that arrives with the first chart. */
export { AreaChart } from './area-chart.tsx'
export { BarChart } from './bar-chart.tsx'
