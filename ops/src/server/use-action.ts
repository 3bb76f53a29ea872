import * as v from 'valibot'
import { useCallback, useState } from 'react'
import type { PageRefusal } from '@adcoin/contract/operations'
import { callServer, toRefusals } from './call-server.ts'

type Flags = Readonly<Record<string, string | true>>

/** One act at a time: whether it runs, and why it was refused. */
export function useAction() {
  const [isBusy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState<readonly PageRefusal[]>()
  const runAction = useCallback(async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setRefusals(undefined)
    try {
      await work()
    } catch (error) {
      setRefusals(toRefusals(error))
    } finally {
      setBusy(false)
    }
  }, [])
  return { isBusy, refusals, runAction }
}

/** Runs a command of the service, `npm run ops -- <command>`, in the name of the person who is signed in. */
export async function runCommand<Schema extends v.GenericSchema>(
  command: string,
  schema: Schema,
  args: readonly string[] = [],
  flags: Flags = {},
): Promise<v.InferOutput<Schema>> {
  const answer = await callServer('/api/people', v.object({ data: schema }), { command, args, flags })
  return (answer as { data: v.InferOutput<Schema> }).data
}
