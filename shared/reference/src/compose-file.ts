import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apps, root, shortOf } from './apps.ts'

/** What a compose file says for each app, by the words of the mark above it. Compose files know no loops. */
const parts: Readonly<Record<string, (app: string, short: string) => readonly string[]>> = {
  'the place of its key': (app, short) => [`- key-${short}:/data/private/${app}`],
  'its publisher': (app, short) => [
    `publish-${short}:`,
    '  <<: *publisher',
    `  build: { context: ., dockerfile: shared/release/docker/Dockerfile, target: publisher, args: { APP: ${app} } }`,
    `  volumes: [store:/data/store, public-keys:/data/keys:ro, key-${short}:/data/private:ro]`,
    '',
  ],
  'published first': (_, short) => [`publish-${short}: { condition: service_completed_successfully }`],
  'the volume of its key': (_, short) => [`key-${short}:`],
  'the keys of its publisher': (_, short) => [`publish-${short}: { environment: *keys }`],
}

/** A compose file with the lines of the apps that are there; all else in it is written by hand. */
export function composeFile(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  return text.replaceAll(
    /^( *)(# for each app, (.+) \(npm run references\):\n)[^]*?^ *# until here$/gm,
    (_, indent: string, mark: string, name: string) => {
      const part = parts[name]
      if (!part) throw new Error(`${file} asks for "${name}" of each app; there is ${Object.keys(parts)}`)
      const lines = apps().flatMap(app => part(app, shortOf(app)))
      return [indent + mark.trimEnd(), ...lines.map(line => (line ? indent + line : '')), `${indent}# until here`].join(
        '\n',
      )
    },
  )
}
