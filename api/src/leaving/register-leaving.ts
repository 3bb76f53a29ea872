import type { Register } from '../services.ts'
import { handleForgetting, serveDeletion } from './delete-account.ts'
import { serveExport } from './export-data.ts'

/** Taking one's data along, and ending the account. */
export const registerLeaving: Register = (app, services) => {
  serveExport(app, services)
  serveDeletion(app, services)
  handleForgetting(services)
}
