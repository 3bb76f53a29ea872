import type { Register } from '../services.ts'
import { serveAgentQuery } from './agent-query.ts'
import { serveAgentState } from './agent-state.ts'
import { serveBindInvite } from './bind-invite.ts'

/** The people below a person, and what they brought. */
export const registerTeam: Register = (app, services) => {
  serveBindInvite(app, services)
  serveAgentQuery(app, services)
  serveAgentState(app, services)
}
