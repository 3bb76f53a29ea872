// Named in `.oxlintrc.json`. In a team's own repository Node strips no types below node_modules, also in an editor.
import '../../bin/strip-types.mjs'

const { plugin } = await import('./plugin.ts')
export default plugin
