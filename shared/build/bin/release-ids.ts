import { releaseId } from '../src/source-hash.ts'

// release-ids.ts <app>…: prints {"shell":"1.0.0-0a1b2c3d4e5f",…}, the release id of each app's sources as they are now.
console.log(JSON.stringify(Object.fromEntries(process.argv.slice(2).map(app => [app, releaseId(app)]))))
