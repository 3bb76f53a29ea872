import type { Register } from '../services.ts'
import { serveOauthLogin } from './login-oauth.ts'

/** Signing in with an account of an identity provider. */
export const registerOauth: Register = (app, services) => {
  serveOauthLogin(app, services)
}
