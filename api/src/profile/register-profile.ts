import type { Register } from '../services.ts'
import { serveLaunch } from './launch.ts'
import { serveSetting } from './setting.ts'

/** First reads of a page, and profile data. */
export const registerProfile: Register = (app, services) => {
  serveSetting(app, services)
  serveLaunch(app, services)
}
