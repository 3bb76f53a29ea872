import type { FastifyInstance } from 'fastify'
import type { Frame } from './frame.ts'
import { serveHealth } from './health.ts'
import { servePolicyReports } from './policy-reports.ts'

/** The frame's own calls: health of the service, and reports of pages. */
export function registerHttp(app: FastifyInstance, frame: Frame): void {
  serveHealth(app, frame)
  servePolicyReports(app, frame)
}
