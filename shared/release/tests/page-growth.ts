import { compose } from '../src/compose/compose.ts'
import { readLiveState } from '../src/operations/live-state.ts'
import { readSite } from '../src/operations/site.ts'

/** page-growth.ts <data folder>: by how many bytes (brotli) each live remote makes the page larger, `{"remote-team":{"bytes":…,"scripts":…},…}`. */
const site = await readSite(process.argv[2] ?? '')
const { generation, releases } = await readLiveState(site)
if (!generation) throw new Error('nothing is live')
const all = generation

async function pageBytes(without?: string): Promise<number> {
  const apps = Object.fromEntries(Object.entries(all.apps).filter(([app]) => app !== without))
  // Without prerendered fragments: those are content of one page, not what being live costs.
  return (await compose({ ...all, apps }, releases)).get('index.html.br')?.length ?? 0
}

const whole = await pageBytes()
const growth: Record<string, { bytes: number; scripts: number }> = {}
for (const [app, { active }] of Object.entries(all.apps)) {
  if (app === 'shell') continue
  const scripts = releases.get(`${app}/${active}`)?.files.filter(file => file.path.endsWith('.js')).length ?? 0
  growth[app] = { bytes: whole - (await pageBytes(app)), scripts }
}
console.log(JSON.stringify(growth))
