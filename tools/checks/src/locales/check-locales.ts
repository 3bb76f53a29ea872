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
  return [...findTextProblems(files, readExcuses(folder)), ...words]
}

/** The texts that may equal English, from `same-as-english.json` beside the language files; empty without that file. */
export function readExcuses(folder: string): unknown {
  const file = join(folder, allowListFile)
  return existsSync(file) ? read(file) : {}
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
