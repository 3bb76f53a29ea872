import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiCodes } from '@adcoin/contract'
import { readRemoteManifest, parsePageName, type NameForms, CreateError } from './names.ts'
import { readPageWords, writeTemplate } from './templates.ts'

/**
 * Adds a screen to a remote: folder, route, manifest, texts in six languages, a line in the README, a test.
 *
 * @param name  `remote-news/board`
 * @returns the files that are new or changed, relative to the root
 * @throws CreateError
 */
export function createRemotePage(root: string, name: string): readonly string[] {
  const [remote = '', page = '', ...more] = name.split('/')
  if (more.length > 0)
    throw new CreateError(`"${name}" has too many parts. Give a remote and one screen: remote-news/board.`)
  const forms = parsePageName(root, remote, page)
  const manifest = readRemoteManifest(root, remote)
  const edits = [
    ...apiCodes.map(code => createWordsEdit({ root, remote, code }, forms)),
    createRoutesEdit(root, remote, forms),
    createReadmeEdit(root, remote, forms),
    {
      file: join(remote, 'remote.json'),
      text: json({ ...manifest, routes: [...manifest.routes, { path: `/${page}`, title: `titles.${page}` }] }),
    },
  ]
  const written = writeTemplate('page', join(root, remote), {
    page,
    Page: forms.pascal,
    file: forms.kebab,
    first: manifest.routes[0]?.path ?? '/',
  })
  for (const { file, text } of edits) writeFileSync(join(root, file), text)
  return [...written.map(file => join(remote, file)), ...edits.map(({ file }) => file)]
}

type Edit = { readonly file: string; readonly text: string }
const json = (data: unknown): string => `${JSON.stringify(data, null, 2)}\n`

type LocaleTarget = { readonly root: string; readonly remote: string; readonly code: string }

function createWordsEdit({ root, remote, code }: LocaleTarget, { camel, pascal }: NameForms): Edit {
  const file = join(remote, 'locales', `${code}.json`)
  const texts = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, Record<string, unknown>>
  if (camel in texts || camel in (texts['titles'] ?? {}))
    throw new CreateError(`${file} already has texts of "${camel}". Choose another name.`)
  const words = readPageWords()[code] ?? {}
  // A browser's history and its tabs tell two new screens apart.
  const title = `${pascal} · ${words['name']}`
  return { file, text: json({ ...texts, titles: { ...texts['titles'], [camel]: title }, [camel]: words }) }
}

/** Adds a line at the end of the list in `src/routes.tsx`. */
function createRoutesEdit(root: string, remote: string, { camel, kebab }: NameForms): Edit {
  const file = join(remote, 'src', 'routes.tsx')
  const line = `  { path: '/${camel}', title: 'titles.${camel}', page: () => import('./${kebab}/${kebab}-page.tsx') },`
  const text = readFileSync(join(root, file), 'utf8')
  const at = text.lastIndexOf('\n]')
  if (at < 0)
    throw new CreateError(
      `${file} has no line that begins with ], the end of the list of routes. Add it as in other remotes, then repeat.`,
    )
  return { file, text: `${text.slice(0, at)}\n${line}${text.slice(at)}` }
}

/** Adds the folder to the list below "Where things are". */
function createReadmeEdit(root: string, remote: string, { kebab }: NameForms): Edit {
  const file = join(remote, 'README.md')
  const text = readFileSync(join(root, file), 'utf8')
  const withFolder = text.replace(
    /^(## Where things are\n\n(?:(?:- | {2}).*\n)*)/m,
    (_, list: string) => `${list}- \`${kebab}/\`: what it shows\n`,
  )
  if (withFolder === text)
    throw new CreateError(`${file} has no list below "Where things are". Add it as in other remotes, then repeat.`)
  return { file, text: withFolder }
}
