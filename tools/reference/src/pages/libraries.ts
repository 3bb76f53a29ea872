import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { treeRoot } from '../apps.ts'
import { formatHead, formatPage, formatTable } from '../markdown.ts'

const record = 'release/tests/libraries.json'
const examples = 'release/tests/fixtures/libraries'

/** `reference/libraries.md`: the libraries that a test has built into a remote and visited. */
export function formatLibrariesPage(): string {
  const tried = JSON.parse(readFileSync(join(treeRoot, record), 'utf8')) as Readonly<
    Record<string, { readonly version: string; readonly bytes: number }>
  >
  const rows = Object.entries(tried).map(([name, { version, bytes }]) => [
    `[${name}](../../${examples}/${name})`,
    version,
    (bytes / 1_000).toFixed(1),
    existsSync(join(treeRoot, examples, name, 'late.tsx')) ? '`lazy`: after the first screen' : 'nothing',
    `\`${readDrawn(name)}\``,
  ])
  return formatPage([
    ...formatHead('Libraries that were tried', `From \`${record}\` and the examples in \`${examples}\`.`),
    '',
    'A remote may use any npm library: `npm install -w remote-wallet recharts`. Its imports of React, whole or by name,',
    'get that of the shell. The build refuses a library that carries React, React DOM or a shared package again, and names',
    'it. The gate refuses more bytes than a first visit may load: load such a part by `lazy`, as the examples do. The smoke',
    'test finds what a library does to the page.',
    '',
    'Each of these was built into a remote, passed gate and smoke test, and drew the element of the last column. KB are all',
    'scripts of its page, gzip. To try another, add its page and run `node release/tests/try-libraries.ts --record NAME`,',
    'then `npm run references`.',
    '',
    ...formatTable(['Library', 'Version', 'KB', 'Needed', 'Drawn'], rows),
  ])
}

/** The selector of what a page draws. */
function readDrawn(name: string): string {
  const text = readFileSync(join(treeRoot, examples, name, 'library.tsx'), 'utf8')
  return /^export const drawn = '(?<drawn>[^']+)'$/m.exec(text)?.groups?.['drawn'] ?? ''
}
