import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { withdrawRequest, type Call, type ResponseOf } from '@adcoin/contract'
import type { ServiceProcess } from './service-process.ts'

export type Withdrawer = {
  readonly token: string
  readonly key: string
  readonly withdrawal: { readonly amount: string }
}
type Envelope<Data> = { readonly code: number; readonly data: Data }
export type WithdrawAnswer = Envelope<ResponseOf<typeof withdrawRequest>>

/** Made by the service of the benches, in a process that ends before the first start. */
export async function withdrawers(count: number, env: NodeJS.ProcessEnv): Promise<readonly Withdrawer[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'measured/main.ts'), String(count), 'cheap'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((done, failed) => {
    let output = ''
    child.stdout.on('data', chunk => {
      output += String(chunk)
      if (output.includes('\n')) done(output)
    })
    child.once('exit', code => failed(new Error(`no withdrawer was created: ${code}`)))
  })
  child.kill('SIGTERM')
  await new Promise(done => child.once('exit', done))
  return (JSON.parse(line) as { people: Withdrawer[] }).people
}

export async function post({ url }: ServiceProcess, { token, key, withdrawal }: Withdrawer): Promise<WithdrawAnswer> {
  const response = await fetch(url + withdrawRequest.path, {
    method: 'POST',
    headers: { 'authorized-key': token, 'idempotency-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(withdrawal),
  })
  return (await response.json()) as WithdrawAnswer
}

export async function get<C extends Call>(
  { url }: ServiceProcess,
  { path }: C,
  { token }: Withdrawer,
): Promise<ResponseOf<C>> {
  const { data } = (await (await fetch(url + path, { headers: { 'authorized-key': token } })).json()) as Envelope<
    ResponseOf<C>
  >
  return data
}
