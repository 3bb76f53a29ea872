import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiCodes, type ManifestTab, type ReleaseTab } from '@adcoin/contract'
import { flattenTexts } from './flat-texts.ts'

/**
 * A manifest's tabs with the label of each in six languages.
 *
 * @throws if a label is missing in a language; names key and file
 */
export function addTabLabels(folder: string, tabs: readonly ManifestTab[]): ReleaseTab[] {
  return tabs.map(tab => ({ ...tab, labels: readLabels(folder, tab.label) }))
}

function readLabels(folder: string, key: string): ReleaseTab['labels'] {
  const pairs = apiCodes.map(code => {
    const text = findText(JSON.parse(readFileSync(join(folder, 'locales', `${code}.json`), 'utf8')), key)
    if (text === undefined)
      throw new Error(
        `locales/${code}.json has no text "${key}", which a tab of remote.json names. Add it in all six languages.`,
      )
    return [code, text] as const
  })
  return Object.fromEntries(pairs) as ReleaseTab['labels']
}

/** The text at a dotted key; keys may also be written flat (`"tabs.money": …`). */
export function findText(texts: unknown, key: string): string | undefined {
  return flattenTexts(texts)?.get(key)
}
