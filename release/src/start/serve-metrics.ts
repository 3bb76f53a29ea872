import { createServer, type Server } from 'node:http'
import { Live } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { computeExpiry } from '../compose/former-registry.ts'
import type { GatewayHealth } from '../gateway/health.ts'

/**
 * `/metrics` of a gateway for Prometheus, at a port of its own: the gateway's own port is the public one. Each value is
 * what the gateway itself answers to `/healthz` and `/live.json`.
 */
export function createMetricsServer(gateway: FastifyInstance): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    readMetrics(gateway).then(
      text => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
}

async function readMetrics(gateway: FastifyInstance): Promise<string> {
  const health = (await gateway.inject('/healthz')).json<GatewayHealth>()
  const answer = await gateway.inject('/live.json')
  const live = answer.statusCode === 200 ? v.parse(Live, answer.json()) : undefined
  const gauges: readonly (readonly [name: string, help: string, value: number | undefined])[] = [
    ['adcoin_gateway_generation', 'The generation that this gateway serves; 0 is none.', health.generation],
    ['adcoin_gateway_trouble', '1 while the newest generation is not served.', Number(health.trouble !== undefined)],
    ['adcoin_gateway_alarm', '1 while a stored file is not as signed.', Number(health.alarm !== undefined)],
    ['adcoin_gateway_service_up', '1 while a service is ready.', Number(health.service === 'up')],
    [
      'adcoin_generation_expires_timestamp_seconds',
      'When the served generation expires.',
      live && Date.parse(computeExpiry(live)) / 1000,
    ],
  ]
  return gauges
    .filter(([, , value]) => value !== undefined)
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')
}
