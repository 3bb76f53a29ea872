import { join } from 'node:path'
import { repositoryRoot } from '@adcoin/checks/repository'
import { hashOwnSources, computeReleaseId } from '@adcoin/checks/source-hash'

// release-ids.ts <app>…: prints {"shell":{"id":"1.0.0-0a1b2c3d4e5f","ownSources":"…"},…}: the release id of each app's
// sources as they are now, and the hash of its own folder alone.
const each = process.argv
  .slice(2)
  .map(app => [app, { id: computeReleaseId(app), ownSources: hashOwnSources(join(repositoryRoot, app)) }])
console.log(JSON.stringify(Object.fromEntries(each)))
