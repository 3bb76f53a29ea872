import { Worker } from 'node:worker_threads'
import { startSite, type TestSite } from '../../product/site.ts'
import { measuredProduct } from '../measured-product.ts'
import { numberAfter } from '../number-after.ts'

const app = 'remote-team'

/** Releases whose verdict was a matter of luck once, and one that is good. */
const cases: readonly { readonly says: string; readonly words: string; readonly finds?: string }[] = [
  { says: 'Date.now is replaced', words: 'Date.now=()=>0', finds: 'Date.now' },
  {
    says: 'String.prototype.trim is replaced',
    words: 'String.prototype.trim=function(){return this+""}',
    finds: 'String.prototype.trim',
  },
  { says: 'Array.prototype gets a method', words: 'Array.prototype.last=function(){}', finds: 'Array.prototype.last' },
  {
    says: 'Intl.NumberFormat is replaced',
    words: 'Intl.NumberFormat=function(){return{format:()=>"0"}}',
    finds: 'Intl.NumberFormat',
  },
  { says: 'an interval goes on', words: 'setInterval(()=>{},1000)', finds: 'interval' },
  { says: 'a good release', words: '' },
]

/**
 * npm run bench -- verdict [--times N] [--beside N]: publishes the same bytes N times (default 20) through the smoke
 * test in a browser, while `--beside` loops (default 2) keep the processors busy. Exit code 1 if a verdict differs.
 */
export async function run(words: readonly string[]): Promise<void> {
  const times = numberAfter(words, '--times', 20)
  const beside = numberAfter(words, '--beside', 2)
  const product = await measuredProduct()
  const site = await startSite(product)
  const loops = Array.from({ length: beside }, () => new Worker('for(;;);', { eval: true }))
  try {
    console.log(`each ${times} times, beside ${beside} busy loops`)
    for (const each of cases) {
      const began = performance.now()
      let right = 0
      const others = new Set<string>()
      for (let at = 0; at < times; at += 1) {
        const verdict = await verdictOn(site, each.words, at)
        if (each.finds === undefined ? verdict === 'published' : verdict.includes(each.finds)) right += 1
        else others.add(verdict.slice(0, 200))
      }
      const seconds = (performance.now() - began) / 1000 / times
      console.log(
        `${right} of ${times} ${each.finds ? 'refused' : 'published'}: ${each.says} (${seconds.toFixed(1)} s each)`,
      )
      for (const other of others) console.log(`  otherwise: ${other}`)
      if (right < times) process.exitCode = 1
    }
  } finally {
    await Promise.all(loops.map(loop => loop.terminate()))
    await site.stop()
    await product.stop()
  }
}

/** `published`, or what was found. A good release gets a comment, so that it is another one each time. */
async function verdictOn(site: TestSite, words: string, at: number): Promise<string> {
  const edit = (path: string, text: string) =>
    path === 'remoteEntry.js' ? (words === '' ? `${text}\n/* ${at} */` : `${words};${text}`) : text
  return site.publish(app, edit, []).then(
    () => 'published',
    (error: unknown) => (error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)),
  )
}
