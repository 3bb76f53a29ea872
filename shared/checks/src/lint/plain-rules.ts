import { isTest } from './import-rules.ts'
import type { Problem } from './problem.ts'
import type { SourceFile } from './source-file.ts'

/** Habits that plain English avoids, in comments and documents; why: shared/docs/dictionary.md. */
const habits = {
  'a comment that begins with a clause as its subject': /^(?:What|Who|Whoever|Whatever|Where|That|How|Which) /,
  '"stand" for exist, be stored or be shown': /\bstand(?:s|ing)?\b/i,
  '"say" and "tell" for return, report or name': /\b(?:says?|said|told|tells?)\b/i,
  '"nobody" and "somebody" for none, anonymous or a person': /\b(?:nobody|somebody|everybody|anybody)\b/i,
  'a word that the dictionary replaces':
    /(?<!['`\w])(?:misdeeds?|forgive[ns]?|vouched?|mended|untried|stand-in|kits?|doors?|strangers?)\b/i,
} as const
const longSentence = 'a sentence of more than 30 words in a document'
const sharedName = 'a name that two exported types share'

/**
 * The number of places that are left of each habit. The numbers only go down: who removes one lowers its number, and
 * nothing new passes.
 */
export const habitsLeft: Readonly<Record<string, number>> = {
  'a comment that begins with a clause as its subject': 0,
  '"stand" for exist, be stored or be shown': 0,
  '"say" and "tell" for return, report or name': 1,
  '"nobody" and "somebody" for none, anonymous or a person': 0,
  'a word that the dictionary replaces': 0,
  [longSentence]: 8,
  [sharedName]: 0,
}

/** @param left  numbers that are left from before; undefined skips the check */
export function plainProblems(
  sources: readonly SourceFile[],
  documents: readonly string[],
  textOf: (file: string) => string,
  left: Readonly<Record<string, number>> | undefined,
): readonly Problem[] {
  if (!left) return []
  const found = countedIn(sources, documents, textOf)
  return Object.entries(found).flatMap(([habit, count]) => {
    const most = left[habit] ?? 0
    if (count === most) return []
    const message =
      count > most
        ? `${habit}: ${count} places, ${most} are left from before. Write the new one in plain English.`
        : `${habit}: only ${count} places are left of ${most}. Lower the number in habitsLeft.`
    return [{ file: 'shared/checks/src/lint/plain-rules.ts', line: 1, rule: 'plainWords' as const, message }]
  })
}

function countedIn(
  sources: readonly SourceFile[],
  documents: readonly string[],
  textOf: (file: string) => string,
): Readonly<Record<string, number>> {
  const product = sources.filter(({ file }) => !isTest(file) && !/\.spec\.|\.test\./.test(file))
  const comments = product.flatMap(({ file }) => commentsOf(textOf(file)))
  const counts = Object.entries(habits).map(([habit, pattern]) => [
    habit,
    comments.filter(comment => pattern.test(comment)).length,
  ])
  const types = product.flatMap(({ file }) => [...new Set(typeNames(textOf(file)))])
  const long = documents.flatMap(file => sentencesOf(textOf(file))).filter(words => words > 30)
  return {
    ...Object.fromEntries(counts),
    [longSentence]: long.length,
    [sharedName]: new Set(types.filter((name, at) => types.indexOf(name) !== at)).size,
  }
}

/** Each comment as one line: a block, or line comments that follow each other. */
function commentsOf(text: string): readonly string[] {
  const found = text.match(/^[ \t]*\/\*\*[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*/gm) ?? []
  return found.map(each =>
    each
      .split('\n')
      .map(line => line.replace(/^\s*(?:\/\*\*|\*\/|\*|\/\/) ?/, '').replace(/\s*\*\/$/, ''))
      .join(' ')
      .trim(),
  )
}

function typeNames(text: string): readonly string[] {
  return [...text.matchAll(/^export (?:type|interface|class) (\w+)/gm)].map(([, name = '']) => name)
}

/** The number of words of each sentence; code, tables and headings are left out. */
function sentencesOf(text: string): readonly number[] {
  const prose = text
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .filter(line => !/^\s*(?:\||#)/.test(line))
    .join('\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/)
  return prose.flatMap(part => part.replaceAll('\n', ' ').split(/[.!?:;](?= |$)/)).map(part => part.split(/\s+/).length)
}
