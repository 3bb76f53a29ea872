import type { Register } from '../services.ts'
import { serveDevices } from './devices.ts'
import { serveLogin } from './login.ts'
import { serveRegistration } from './registration.ts'
import { servePasswordReset } from './reset-password.ts'

/** Becoming a member, signing in and out, and a forgotten password. */
export const registerAccounts: Register = (app, services) => {
  serveRegistration(app, services)
  serveLogin(app, services)
  servePasswordReset(app, services)
  serveDevices(app, services)
}
