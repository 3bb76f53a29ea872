import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApiCode, apiCodes, defaultLanguage, type LegalPage, legalPages } from '@adcoin/contract'

type LegalText = {
  /** The language that it is written in: the operator's English where there is no other. */
  readonly language: ApiCode
  /** Not the operator's, but the default until one is written. */
  readonly isDefault: boolean
  readonly blocks: readonly TextBlock[]
}
export type LegalTexts = (page: LegalPage, language: ApiCode) => LegalText

const ours = join(import.meta.dirname, 'texts')
/** Far more than a person reads; a wrong folder must not fill the memory. */
const mostCharacters = 200_000

/**
 * Terms and privacy notice, read once at the start: `terms.en_US.txt`, `privacy.zh_TW.txt` … of the operator's folder,
 * else the defaults, which describe this deployment. A folder without an English text of each is a mistake, and stops
 * the start: two languages of two authors would contradict each other.
 */
export async function readLegalTexts(folder: string | null): Promise<LegalTexts> {
  const texts = new Map<string, LegalText>()
  for (const page of legalPages)
    for (const language of apiCodes) {
      const text = await textOf(folder ?? ours, page, language)
      if (text !== undefined)
        texts.set(`${page} ${language}`, { language, isDefault: folder === null, blocks: blocksOf(text) })
      else if (language === defaultLanguage) throw new Error(`LEGAL_DIR has no ${nameOf(page, language)}`)
    }
  return (page, language) => {
    const found = texts.get(`${page} ${language}`) ?? texts.get(`${page} ${defaultLanguage}`)
    if (!found) throw new Error(`no text of ${page}`)
    return found
  }
}

const nameOf = (page: LegalPage, language: ApiCode): string => `${page}.${language}.txt`

async function textOf(folder: string, page: LegalPage, language: ApiCode): Promise<string | undefined> {
  const text = await readFile(join(folder, nameOf(page, language)), 'utf8').catch(() => undefined)
  if (text !== undefined && text.length > mostCharacters) throw new Error(`${nameOf(page, language)} is too long`)
  return text?.trim() ? text : undefined
}

type TextBlock = { readonly kind: 'heading' | 'point' | 'text'; readonly text: string }

/** A text as an operator writes it: a line is a paragraph, `# ` begins a heading, `- ` a point of a list. */
function blocksOf(text: string): TextBlock[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => {
      if (line.startsWith('# ')) return { kind: 'heading', text: line.slice(2).trim() }
      if (line.startsWith('- ')) return { kind: 'point', text: line.slice(2).trim() }
      return { kind: 'text', text: line }
    })
}
