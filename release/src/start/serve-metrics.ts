import { createServer, type Server } from 'node:http'
import { Live } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { computeExpiry } from '../compose/former-registry.ts'
import type { GatewayHealth } from '../gateway/health.ts'

type Gauge = readonly [name: string, help: string, value: number | undefined]

/** `/metrics` for Prometheus, at a port of its own: that of a gateway is the public one. */
export function createMetricsServer(read: () => Promise<readonly Gauge[]>): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    read().then(
      gauges =>
        response
          .writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
          .end(formatGauges(gauges)),
      () => response.writeHead(500).end(),
    )
  })
}

const formatGauges = (gauges: readonly Gauge[]) =>
  gauges
    .filter(([, , value]) => value !== undefined)
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')

/** The judge of canaries. @param judgedAt  its last round; before the first one the start of the process */
export const listJudgeGauges = (judgedAt: number): readonly Gauge[] => [
  [
    'adcoin_judge_last_round_timestamp_seconds',
    'When the judge of canaries last could judge, or saw another one act.',
    judgedAt / 1000,
  ],
]

/** What a gateway itself answers to `/healthz` and `/live.json`. */
export async function readGatewayGauges(gateway: FastifyInstance): Promise<readonly Gauge[]> {
  const health = (await gateway.inject('/healthz')).json<GatewayHealth>()
  const answer = await gateway.inject('/live.json')
  const live = answer.statusCode === 200 ? v.parse(Live, answer.json()) : undefined
  return [
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
}
