import { writeFileSync } from 'node:fs'
import { formatManifestSchema } from '../src/material/manifest-schema.ts'

writeFileSync(new URL('../remote.schema.json', import.meta.url), formatManifestSchema())
