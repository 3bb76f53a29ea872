import { relative } from 'node:path'
import type { Source } from '@adcoin/checks/sources'

/** A call up to its schema; the function's own declaration is none. */
const definition = /(?<!function )\bdefineDraft\(([^)]*?)(?:\bschema\b|\))/g

/**
 * An app's stored data in browsers, `owner.name@version`, read out of its `defineDraft({ … })` calls: so the list by
 * which the gate judges a rollback is made from the code.
 *
 * @param folder  for the places in messages
 * @throws if a definition cannot be read, has another owner, or occurs twice
 */
export function listStoredData(sources: readonly Source[], app: string, folder: string): string[] {
  const own = app.replace(/^remote-/, '')
  const found = new Set<string>()
  for (const { file, text } of sources)
    for (const { 1: fields = '', index } of text.matchAll(definition)) {
      const place = `${relative(folder, file)}:${text.slice(0, index).split('\n').length}`
      const [, owner] = /\bowner: '([\w-]+)'/.exec(fields) ?? []
      const [, name] = /\bname: '([\w-]+)'/.exec(fields) ?? []
      const [, version] = /\bversion: (\d+)/.exec(fields) ?? []
      if (!owner || !name || !version)
        throw new Error(`${place} needs owner, name and version as literals above the schema: the build reads them`)
      const draft = `${owner}.${name}@${version}`
      if (owner !== own)
        throw new Error(`${place} keeps "${draft}", which is not of ${app}: its owner must be '${own}'`)
      if (found.has(draft))
        throw new Error(`${place} defines "${draft}" a second time: two drafts under one key overwrite each other`)
      found.add(draft)
    }
  return [...found].sort()
}
