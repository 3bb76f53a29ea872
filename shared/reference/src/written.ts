import { codeowners } from './codeowners.ts'
import { deploymentFile } from './deployment-file.ts'
import { areaStatesPage } from './pages/area-states.ts'
import { manifestsPage } from './pages/manifests.ts'
import { configurationPage } from './pages/configuration.ts'
import { eventsPage } from './pages/events.ts'
import { faultsPage } from './pages/faults.ts'
import { gateRulesPage } from './pages/gate-rules.ts'
import { sharedPackagesPage } from './pages/shared-packages.ts'
import { limitsPage } from './pages/limits.ts'

/** Every file that is written from the sources, whole or in part, relative to the root. */
export const written: Readonly<Record<string, () => string>> = {
  '.github/CODEOWNERS': codeowners,
  'docker-compose.yml': () => deploymentFile('docker-compose.yml'),
  'docker-compose.development.yml': () => deploymentFile('docker-compose.development.yml'),
  'deploy/kubernetes/base/releases.yaml': () => deploymentFile('deploy/kubernetes/base/releases.yaml'),
  'shared/docs/reference/area-states.md': areaStatesPage,
  'shared/docs/reference/manifests.md': manifestsPage,
  'shared/docs/reference/configuration.md': configurationPage,
  'shared/docs/reference/events.md': eventsPage,
  'shared/docs/reference/faults.md': faultsPage,
  'shared/docs/reference/gate-rules.md': gateRulesPage,
  'shared/docs/reference/shared-packages.md': sharedPackagesPage,
  'shared/docs/reference/limits.md': limitsPage,
}
