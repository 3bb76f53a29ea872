import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../product/product.ts'
import type { Page } from '../product/test.ts'

type Tree = { [key: string]: string | Tree }
/** A text of en_US as a pattern, with its replacement; `$1` and so on are the values in it. */
type Rule = { readonly pattern: string; readonly text: string }

const accents: Readonly<Record<string, string>> = {
  a: 'á', c: 'ç', e: 'é', i: 'î', n: 'ñ', o: 'ö', s: 'š', u: 'ü', y: 'ý', z: 'ž',
  A: 'Å', C: 'Ç', E: 'É', I: 'Î', N: 'Ñ', O: 'Ö', S: 'Š', U: 'Ü', Y: 'Ý', Z: 'Ž',
} // prettier-ignore

const filler = ['ônë', 'twö', 'thréé', 'fôür', 'fîvé', 'šîx', 'šévén', 'éîght']

/** `Sell` → `[Šéll ô]`: accented, in brackets, and 40 % longer than it was, by further words. */
export function toPseudo(text: string): string {
  const accented = text.replace(/\{\{.*?\}\}|[a-z]/gi, part => accents[part] ?? part)
  const wanted = Math.ceil(text.replaceAll(/\{\{.*?\}\}/g, '').length * 1.4)
  let padded = `[${accented}`
  for (let word = 0; padded.replaceAll(/\{\{.*?\}\}/g, '').length + 1 < wanted; word += 1) {
    const room = wanted - padded.replaceAll(/\{\{.*?\}\}/g, '').length - 2
    padded += ` ${(filler[word % filler.length] ?? '').slice(0, Math.max(1, room))}`
  }
  return `${padded}]`
}

/** Of every text of the apps and the shared packages, made from en_US as it is now; no build has it. */
export function createPseudoRules(): readonly Rule[] {
  const files = globSync(
    [
      'remote-*/locales/en_US.json',
      'shell/locales/en_US.json',
      'shared/{ui,remote}/locales/en_US.json',
      'api/src/**/en_US.json',
    ],
    { cwd: rootFolder },
  )
  const texts = new Set(
    files.flatMap(file => listTexts(JSON.parse(readFileSync(join(rootFolder, file), 'utf8')) as Tree)),
  )
  return [...texts]
    .filter(text => /[a-z]{2}/i.test(text.replaceAll(/\{\{.*?\}\}/g, '')))
    .map(text => {
      let value = 0
      return {
        pattern: `^${text
          .split(/\{\{.*?\}\}/)
          .map(part => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
          .join('(.+?)')}$`,
        text: toPseudo(text).replaceAll(/\{\{.*?\}\}/g, () => `$${(value += 1)}`),
      }
    })
    .sort((left, right) => right.pattern.length - left.pattern.length)
}

function listTexts(tree: Tree): string[] {
  return Object.values(tree).flatMap(value => (typeof value === 'string' ? [value] : listTexts(value)))
}

/** Puts the pseudo-language where the page, in English and at rest, shows a text of ours. @returns how many it put */
export function showPseudo(page: Page, rules: readonly Rule[]): Promise<number> {
  return page.evaluate(given => {
    const compiled = given.map(({ pattern, text }) => ({ pattern: new RegExp(pattern, 's'), text }))
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let count = 0
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const words = (node.textContent ?? '').trim()
      const rule =
        words === '' || words.startsWith('[') ? undefined : compiled.find(({ pattern }) => pattern.test(words))
      if (!rule) continue
      node.textContent = words.replace(rule.pattern, rule.text)
      count += 1
    }
    return count
  }, rules)
}
