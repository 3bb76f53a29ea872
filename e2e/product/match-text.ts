import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from './product.ts'

const folders = ['shell', 'remote-auth', 'remote-tasks', 'remote-wallet', 'remote-team', 'shared/ui', 'release']
const english = new Map<string, Set<string>>()

/** A text by its English form, in any of the six languages; for `getByRole`'s `name`. */
export function matchText(inEnglish: string): RegExp {
  if (english.size === 0) for (const folder of folders) readTexts(join(rootFolder, folder, 'locales'))
  const all = english.get(inEnglish)
  if (!all) throw new Error(`no text of ours is "${inEnglish}"`)
  const patterns = [...all].map(text =>
    text
      .split(/\{\{.*?\}\}/)
      .map(escapePattern)
      .join('.*'),
  )
  return new RegExp(`^(${patterns.join('|')})$`)
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function readTexts(folder: string): void {
  if (!existsSync(folder)) throw new Error(`${folder} has no texts`)
  const keyed = readKeyedTexts(join(folder, 'en_US.json'))
  for (const file of readdirSync(folder).filter(name => name.endsWith('.json'))) {
    const theirs = readKeyedTexts(join(folder, file))
    for (const [key, text] of keyed) {
      const known = english.get(text) ?? new Set()
      english.set(text, known.add(theirs.get(key) ?? text))
    }
  }
}

function readKeyedTexts(file: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const walk = (value: unknown, key: string): void => {
    if (typeof value === 'string') texts.set(key, value)
    else for (const [name, inner] of Object.entries(value as object)) walk(inner, `${key}.${name}`)
  }
  walk(JSON.parse(readFileSync(file, 'utf8')), '')
  return texts
}
