import type { Register } from '../services.ts'
import { serveChangeContact } from './change-contact.ts'
import { serveDevices } from './devices.ts'
import { serveLogin } from './login.ts'
import { serveOwnerProof } from './owner-proof.ts'
import { serveRegistration } from './registration.ts'
import { serveRefuseDevice } from './refuse-device.ts'
import { servePasswordReset } from './reset-password.ts'

/** Becoming a member, signing in and out, a forgotten password, another number or address. */
export const registerAccounts: Register = (app, services) => {
  serveRegistration(app, services)
  serveLogin(app, services)
  servePasswordReset(app, services)
  serveDevices(app, services)
  serveRefuseDevice(app, services)
  serveOwnerProof(app, services)
  serveChangeContact(app, services)
}
