import { createInstance } from '@module-federation/enhanced/runtime'

// ?entry=<address of a remoteEntry.js>&name=<container>&exposed=<module>
const asked = new URLSearchParams(location.search)
const name = asked.get('name')
const host = createInstance({ name: 'stock_host', remotes: [{ name, entry: asked.get('entry'), type: 'module' }] })
const main = document.body.appendChild(document.createElement('main'))

host
  .loadRemote(`${name}/${asked.get('exposed')}`)
  .then(module => (module.mount ? module.mount(main) : (main.textContent = `loaded: ${Object.keys(module)}`)))
  .catch(error => (main.textContent = `failed: ${error.message}`))
