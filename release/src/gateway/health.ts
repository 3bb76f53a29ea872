import type { LiveSource } from './live-source.ts'
import type { ServiceAddress } from './service-proxy.ts'

export type GatewayHealth = {
  readonly ok: boolean
  readonly generation: number
  readonly service: 'up' | 'down'
  readonly trouble?: string
  readonly alarm?: string
  readonly unread?: string
}

/** The scrubber's findings: a problem of stored files, or since when it could not read them. */
export type StoredFiles = { alarm(): string | undefined; unread(): string | undefined }

/**
 * Health of gateway and service in one answer: 200 when both are well and the start is over, else 503 with the
 * problems. An older good number that is served while the newest is rejected still serves people, but is not well.
 * An alarm about stored files is reported without status 503: browsers recover by themselves, and a restart would not
 * help.
 */
export async function checkHealth(
  source: LiveSource,
  services: readonly ServiceAddress[],
  files?: StoredFiles,
  isStarting = false,
): Promise<{ status: number; body: GatewayHealth }> {
  const [live, isUp] = await Promise.all([source.now(), Promise.any(services.map(pingService)).catch(() => false)])
  const [alarm, unread] = [files?.alarm(), files?.unread()]
  const trouble = source.trouble() ?? (isStarting ? 'it is still starting' : undefined)
  const ok = live !== undefined && isUp && trouble === undefined
  return {
    status: ok ? 200 : 503,
    body: {
      ok,
      generation: live?.generation ?? 0,
      service: isUp ? 'up' : 'down',
      ...(trouble === undefined ? {} : { trouble }),
      ...(alarm === undefined ? {} : { alarm }),
      ...(unread === undefined ? {} : { unread }),
    },
  }
}

/** @throws where it does not answer, or is not ready */
async function pingService({ host, port }: ServiceAddress): Promise<true> {
  const at = host.includes(':') ? `[${host}]` : host
  const { status } = await fetch(`http://${at}:${port}/readyz`, { signal: AbortSignal.timeout(2_000) })
  if (status >= 500) throw new Error(`the service answers ${status}`)
  return true
}
