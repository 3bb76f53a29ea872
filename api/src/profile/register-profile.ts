import type { Register } from '../services.ts'
import { serveLaunch } from './launch.ts'
import { serveSetting } from './setting.ts'

/** What a page asks first, and what people say of themselves. */
export const registerProfile: Register = (app, services) => {
  serveSetting(app, services)
  serveLaunch(app, services)
}
