import { nginxConfiguration } from '../../gateway/nginx.ts'
import { trustedNetworks } from '../../gateway/trusted-proxies.ts'
import { Usage, type CommandAnswer, type CommandInput } from '../command-line.ts'
import { storeFolder } from '../../store/open-store.ts'

/** gateway-config nginx: a complete configuration that serves what our own gateway serves. Changes nothing. */
export async function run({ words, rest, data }: CommandInput): Promise<CommandAnswer> {
  if (rest[0] !== 'nginx') throw new Usage('Say for what: gateway-config nginx.')
  const store = words.value('store') ?? storeFolder(data)
  if (store === undefined)
    throw new Usage(
      'nginx serves a folder, and RELEASE_STORE is a bucket: name with --store the one that `mirror` fills.',
    )
  const services = (words.value('service') ?? '127.0.0.1:8081').split(',')
  for (const service of services)
    if (!/^(?:[A-Za-z0-9.-]+|\[[0-9a-f:]+\]):[0-9]{1,5}$/.test(service))
      throw new Usage(`"${service}" is no host:port of a service`)
  const listen = words.value('listen') ?? '8080'
  if (!/^(?:[A-Za-z0-9.[\]:-]+:)?[0-9]{1,5}$/.test(listen)) throw new Usage(`"${listen}" is no port, or address:port`)
  const publicUrl = words.value('public-url') ?? ''
  if (publicUrl !== '' && !/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? ''))
    throw new Usage(`"${publicUrl}" is no address of a web site`)
  const offlinePage = words.value('offline-page') ?? 'on'
  if (offlinePage !== 'on' && offlinePage !== 'off') throw new Usage('--offline-page is on or off')
  const servicePaths = (words.value('service-paths') ?? '').split(',').filter(path => path !== '')
  for (const path of servicePaths)
    if (!/^\/[\w-]+\/$/.test(path)) throw new Usage(`"${path}" is no path with a slash at both ends`)
  const accessLog = words.value('access-log') ?? 'adcoin-access.log'
  if (!/^(syslog:)?[\w./:=,-]+$/.test(accessLog)) throw new Usage(`"${accessLog}" is no path of a log`)
  const text = nginxConfiguration({
    trustedProxies: trusted(words.value('trust') ?? ''),
    accessLog,
    serviceFolders: servicePaths.map(path => path.slice(1, -1)),
    store,
    services,
    listen,
    publicUrl,
    brotliModule: words.value('brotli'),
    ipv6: words.flag('ipv6'),
    tls: tlsOf(words.value('tls')),
    offlinePage: offlinePage === 'on',
  })
  return { data: { nginx: text }, lines: [text.trimEnd()] }
}

function tlsOf(text: string | undefined): { certificate: string; key: string } | undefined {
  if (text === undefined) return undefined
  const [certificate, key, ...more] = text.split(',')
  if (!certificate || !key || more.length > 0) throw new Usage('--tls is CERTIFICATE,KEY: two files of PEM')
  return { certificate, key }
}

function trusted(text: string): readonly string[] {
  try {
    return trustedNetworks(text)
  } catch (error) {
    throw new Usage(`--trust: ${error instanceof Error ? error.message : String(error)}`)
  }
}
