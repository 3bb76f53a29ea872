import { expect, it } from 'vitest'
import { plainProblems } from './plain-rules.ts'

const files: Readonly<Record<string, string>> = {
  'a.ts': `/** What the page shows. */\nexport type Page = 1\n// It stands\n// in the page.\nconst says = 1 // nobody reads this`,
  'b.ts': `export type Page = 2\n/**\n * Returns the page, or null\n * if there is none.\n */\nexport class Other {}\n// The kit draws it.\nconst kit = 1`,
  'a.test.ts': '// Nobody stands here, it says.',
  'page.md': `# A heading of words ${'word '.repeat(40)}\n\nShort. ${'word '.repeat(31)}\n\n- ${'word '.repeat(20)}\n- ${'word '.repeat(20)}`,
}
const messagesFor = (left: Readonly<Record<string, number>> | undefined) =>
  plainProblems(Object.keys(files).map(file => ({ file })) as never, ['page.md'], file => files[file] ?? '', left).map(
    ({ message }) => message.split('.')[0],
  )

const clause = 'a comment that begins with a clause as its subject'
const stand = '"stand" for exist, be stored or be shown'
const replaced = 'a word that the dictionary replaces'
const long = 'a sentence of more than 30 words in a document'
const shared = 'a name that two exported types share'

it('counts habits in comments, long sentences of documents and shared names of types; none may be added', () => {
  expect(messagesFor({})).toEqual(
    [clause, stand, replaced, long, shared].map(each => `${each}: 1 places, 0 are left from before`),
  )
  expect(messagesFor({ [clause]: 1, [stand]: 1, [replaced]: 1, [long]: 1, [shared]: 1 })).toEqual([])
})

it('asks for a lower number where one was removed', () => {
  expect(messagesFor({ [clause]: 3, [stand]: 1, [replaced]: 1, [long]: 1, [shared]: 1 })).toEqual([
    `${clause}: only 1 places are left of 3`,
  ])
  expect(messagesFor(undefined)).toEqual([])
})
