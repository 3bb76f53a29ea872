import { writeFileSync } from 'node:fs'
import { cardSchema } from '../src/material/card-schema.ts'

writeFileSync(new URL('../remote.schema.json', import.meta.url), cardSchema())
