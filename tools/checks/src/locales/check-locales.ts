import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiCodes } from '@adcoin/contract'
import { allowListFile, findTextProblems, type LocaleProblem } from './complete-texts.ts'
import { flattenTexts } from './flat-texts.ts'
import { findWordProblems } from './words.ts'

/**
 * Checks that a folder of language files is complete (`complete-texts.ts`), and follows the glossary (`words.ts`).
 * Words are checked in sources only: no release fails at the gate because of one.
 *
 * @param folder  absolute path of `<app>/locales`
 * @returns the problems; empty if there are none
 */
export function checkLocales(folder: string): readonly LocaleProblem[] {
  const files = new Map(apiCodes.map(code => [code, read(join(folder, `${code}.json`))] as const))
  const words = [...files].flatMap(([code, file]) =>
    [...(flattenTexts(file) ?? [])].flatMap(([key, text]) =>
      findWordProblems(code, text).map(message => ({ file: `${code}.json`, key, message })),
    ),
  )
  const twice = apiCodes.flatMap(code =>
    findRepeatedKeys(readText(join(folder, `${code}.json`))).map(key => ({
      ...{ file: `${code}.json`, key, message: 'is there twice: the second one wins in silence. Remove one.' },
    })),
  )
  return [...findTextProblems(files, readExcuses(folder)), ...words, ...twice]
}

/** The texts that may equal English, from `same-as-english.json` beside the language files; empty without that file. */
export function readExcuses(folder: string): unknown {
  const file = join(folder, allowListFile)
  return existsSync(file) ? read(file) : {}
}

/** Keys that an object of a JSON text has twice, as dotted keys; JSON.parse drops the first. */
export function findRepeatedKeys(text: string): readonly string[] {
  const [repeated, path, seen]: [string[], string[], Set<string>[]] = [[], [], []]
  let key = ''
  for (const [token, name, colon] of text.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[{}]/g)) {
    if (token === '{') {
      path.push(key)
      seen.push(new Set())
    } else if (token === '}') {
      path.pop()
      seen.pop()
    } else if (colon !== undefined && name !== undefined) {
      key = name
      if (seen.at(-1)?.has(name)) repeated.push([...path.slice(1), name].join('.'))
      seen.at(-1)?.add(name)
    }
  }
  return repeated
}

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
