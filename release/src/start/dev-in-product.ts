import { readdirSync } from 'node:fs'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { repositoryRoot } from '@adcoin/checks/repository'
import { readVariable } from '../variables.ts'
import { CannotStart } from './cannot-start.ts'
import { createCleanEnd } from './clean-end.ts'
import { createProductAnswer } from './product-answer.ts'
import { watchRemote } from './watch-remote.ts'

const ownPort = '4100'
const usualProduct = 'http://localhost:8080'

/**
 * `npm run dev` in a team's repository, which has no shell: a product that runs elsewhere (`API_URL`), at an address of
 * this machine, with the remotes of the working tree in place of its own. The product learns nothing of it.
 */
async function main([word]: readonly string[]): Promise<void> {
  const end = createCleanEnd()
  try {
    if (word !== undefined)
      throw new CannotStart(
        `npm run dev takes no arguments, not "${word}". For one remote alone: npm run dev -w ${word}`,
      )
    const product = await findProduct(readVariable('API_URL') ?? usualProduct)
    const port = Number(readVariable('PORT', { PORT: ownPort, ...process.env }))
    const names = readdirSync(repositoryRoot).filter(name => /^remote-[a-z]+$/.test(name))
    const remotes = names.map(app => watchRemote(join(repositoryRoot, app)))
    for (const { stop } of remotes) end.undo(stop)
    const server = createServer(createProductAnswer(product, `http://localhost:${port}`, remotes))
    await listen(server, port)
    end.undo(async () => {
      server.close()
      server.closeAllConnections()
    })
    console.log(`${product.origin} with ${names.join(', ')} of the working tree: http://localhost:${port}`)
    console.log('A saved change reloads the page. What you do there is done with your account at that product.')
  } catch (error) {
    if (end.isStopping()) return
    console.error(error instanceof Error ? error.message : String(error))
    await end.stop(1)
  }
}

/** @throws CannotStart if no product answers there */
async function findProduct(given: string): Promise<URL> {
  const url = URL.parse(given)
  if (!/^https?:$/.test(url?.protocol ?? '') || url === null)
    throw new CannotStart(`API_URL must be the address of a product, not "${given}": API_URL=https://… npm run dev`)
  const answer = await fetch(new URL('/live.json', url), { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  if (!answer?.ok)
    throw new CannotStart(
      `No product answers at ${given}. Set API_URL to the address of one; without a product: npm run dev -w remote-…`,
    )
  return url
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, 'localhost')
  await once(server, 'listening').catch(() => {
    throw new CannotStart(`Port ${port} is not free. Choose another port: PORT=${port + 10} npm run dev`)
  })
}

await main(process.argv.slice(2))
