import type { Register } from '../services.ts'
import { legalTextsOf } from './legal-texts.ts'
import { serveAbout } from './serve-about.ts'
import { serveLegal } from './serve-legal.ts'

/** The company behind this deployment, an example of a sale, and the operator's terms and privacy notice. */
export const registerAbout: Register = async (app, services) => {
  serveAbout(app, services)
  serveLegal(app, await legalTextsOf(services.config.legalDir))
}
