import * as v from 'valibot'
import { ask } from '../asking/ask.ts'

type Flags = Readonly<Record<string, string | true>>

/** Runs a command of the service, `npm run ops -- <command>`, in the name of who is signed in. */
export async function runCommand<Schema extends v.GenericSchema>(
  command: string,
  schema: Schema,
  args: readonly string[] = [],
  flags: Flags = {},
): Promise<v.InferOutput<Schema>> {
  const answer = await ask('/api/people', v.object({ data: schema }), { command, args, flags })
  return (answer as { data: v.InferOutput<Schema> }).data
}
