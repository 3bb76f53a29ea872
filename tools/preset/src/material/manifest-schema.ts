import { toJsonSchema } from '@valibot/to-json-schema'
import { RemoteManifestFile } from '@adcoin/contract'

/**
 * The manifest's schema as editors read it: `$schema` in a `remote.json` names the file, so that fields are offered and
 * mistakes underlined while it is written. A test keeps `remote.schema.json` equal; `npm run manifest-schema -w
 * tools/preset` writes it.
 */
export function formatManifestSchema(): string {
  return `${JSON.stringify(toJsonSchema(RemoteManifestFile), null, 2)}\n`
}
