import * as v from 'valibot'
import { apiCodes, defaultLanguage, type ApiCode } from '@adcoin/contract'
import { flattenTexts, stripPluralSuffix } from './flat-texts.ts'

/** Something wrong in the language files of one folder; `file` relative to it. */
export type LocaleProblem = { file: string; key?: string; message: string }

/**
 * Beside the language files: key to the reason why its text is the same as in English, in all languages or in those
 * named.
 */
const AllowList = v.record(
  v.string(),
  v.union([
    v.pipe(v.string(), v.minLength(3)),
    v.strictObject({ languages: v.array(v.picklist(apiCodes)), reason: v.pipe(v.string(), v.minLength(3)) }),
  ]),
)
type AllowList = v.InferOutput<typeof AllowList>
export const allowListFile = 'same-as-english.json'

/** Names that are written alike everywhere; a text of nothing else needs no entry in the allow-list. */
const names =
  /\b(Ad Coin|Google|WhatsApp|Telegram|TikTok|Instagram|YouTube|Facebook|Twitter|LINE|X|IBAN|CLABE|UPI|IFSC|PIX|SWIFT|BIC|CPF|RFC|NIF|QR|SMS|URL|ID|FAQ|MP4|MB|KB|PDF|JPG|PNG|OK)\b/g

/**
 * Whether texts are complete: six languages, the same keys and placeholders in each, no text that is the English one
 * without a reason. The rules ask it of sources, the release gate of what a build made of them.
 *
 * @param files  what each language's file holds, parsed; undefined if it cannot be
 * @param excuses  what `same-as-english.json` holds
 * @returns what is wrong; empty if nothing is
 */
export function findTextProblems(files: ReadonlyMap<ApiCode, unknown>, excuses: unknown): readonly LocaleProblem[] {
  const languages = apiCodes.map(code => ({ code, file: `${code}.json`, texts: flattenTexts(files.get(code)) }))
  const missing = languages
    .filter(({ texts }) => texts === undefined)
    .map(({ file }) => ({ file, message: 'is missing or is no JSON object of texts; all six languages are needed.' }))
  const english = languages.find(({ code }) => code === defaultLanguage)?.texts
  if (!english) return missing
  const allowed = v.safeParse(AllowList, excuses)
  if (!allowed.success)
    return [
      ...missing,
      { file: allowListFile, message: 'must be an object of key to reason, or to { languages, reason }.' },
    ]
  const others = languages.flatMap(({ code, file, texts }) =>
    texts && code !== defaultLanguage ? compare(code, file, texts, english, allowed.output) : [],
  )
  return [
    ...missing,
    ...findPluralProblems(`${defaultLanguage}.json`, english),
    ...findMalformed(`${defaultLanguage}.json`, english),
    ...others,
    ...findNeedless(allowed.output, english),
  ]
}

type Texts = ReadonlyMap<string, string>

function compare(
  code: ApiCode,
  file: string,
  texts: Texts,
  english: Texts,
  allowed: AllowList,
): readonly LocaleProblem[] {
  const basesHere = new Set([...texts.keys()].map(stripPluralSuffix))
  const basesThere = new Set([...english.keys()].map(stripPluralSuffix))
  const absent = [...basesThere]
    .filter(base => !basesHere.has(base))
    .map(key => ({ file, key, message: 'is missing; English has it.' }))
  const extra = [...basesHere]
    .filter(base => !basesThere.has(base))
    .map(key => ({ file, key, message: 'is not in English; remove it, or add it everywhere.' }))
  const equal = [...texts]
    .filter(([key, text]) => english.get(key) === text && hasWords(text) && !isAllowed(allowed, key, code))
    .map(([key]) => ({
      file,
      key,
      message: `is the English text. Translate it, or give the reason in ${allowListFile}.`,
    }))
  return [
    ...absent,
    ...extra,
    ...findPluralProblems(file, texts),
    ...findPlaceholderProblems(file, texts, english),
    ...findMalformed(file, texts),
    ...equal,
  ]
}

/** i18next uses `other` for each form that a file lacks: Spanish has `many`, from a million. */
function findPluralProblems(file: string, texts: Texts): readonly LocaleProblem[] {
  return [...new Set([...texts.keys()].map(stripPluralSuffix))]
    .filter(base => texts.has(`${base}_one`) && !texts.has(`${base}_other`))
    .map(base => ({ file, key: `${base}_other`, message: 'is missing; every plural needs it.' }))
}

function findPlaceholderProblems(file: string, texts: Texts, english: Texts): readonly LocaleProblem[] {
  return [...texts].flatMap(([key, text]) => {
    const base = stripPluralSuffix(key)
    const model = english.get(key) ?? english.get(`${base}_other`) ?? english.get(base)
    if (model === undefined) return []
    // "One task" may leave out the number.
    const optional = key.endsWith('_one') || key.endsWith('_zero') ? ['count'] : []
    const wanted = listPlaceholders(model)
    const here = listPlaceholders(text)
    const lacking = wanted.filter(name => !here.includes(name) && !optional.includes(name))
    const unknown = here.filter(name => !wanted.includes(name) && name !== 'count')
    return [
      ...lacking.map(name => `lacks {{${name}}}, which English has.`),
      ...unknown.map(name => `has {{${name}}}, which English has not.`),
    ].map(message => ({ file, key, message }))
  })
}

function findMalformed(file: string, texts: Texts): readonly LocaleProblem[] {
  return [...texts].flatMap(([key, text]) => {
    if (text === '') return [{ file, key, message: 'is empty.' }]
    if (text !== text.trim() && hasWords(text)) return [{ file, key, message: 'begins or ends with a space.' }]
    return /<\/?[a-z]/i.test(text) ? [{ file, key, message: 'holds markup; texts are shown as text.' }] : []
  })
}

function findNeedless(allowed: AllowList, english: Texts): readonly LocaleProblem[] {
  return Object.keys(allowed)
    .filter(key => !english.has(key))
    .map(key => ({ file: allowListFile, key, message: 'names a text that does not exist; remove it.' }))
}

function listPlaceholders(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*-?\s*(\w+)[^}]*\}\}/g)].map(match => match[1] ?? '')
}

function hasWords(text: string): boolean {
  return /\p{L}{2,}/u.test(text.replace(/\{\{[^}]*\}\}|\S+@\S+|https?:\S+/g, ' ').replace(names, ' '))
}

function isAllowed(allowed: AllowList, key: string, code: ApiCode): boolean {
  const entry = allowed[key]
  return typeof entry === 'string' || (entry?.languages.includes(code) ?? false)
}
