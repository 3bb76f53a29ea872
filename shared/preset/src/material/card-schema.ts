import { toJsonSchema } from '@valibot/to-json-schema'
import { RemoteCardFile } from '@adcoin/contract'

/**
 * The card's schema as editors read it: `$schema` in a `remote.json` names the file, so that fields are offered and
 * mistakes underlined while it is written. A test keeps `remote.schema.json` equal; `npm run card-schema -w
 * shared/preset` writes it.
 */
export function cardSchema(): string {
  return `${JSON.stringify(toJsonSchema(RemoteCardFile), null, 2)}\n`
}
