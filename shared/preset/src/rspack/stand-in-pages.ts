import { join } from 'node:path'

/** The import of a page or of a part that comes later: `import(/* name *\/ './page.tsx')`. */
const laterComponent = /\bimport\(((?:\s*\/\*[^*]*\*\/)?\s*'\.[^']*\.tsx'\s*,?\s*)\)/g

/**
 * Components that are imported later are drawn by the kit, whose elements know nothing of stand-ins: what is imported
 * is the stand-in itself.
 */
// Rspack takes a loader from the default export.
// oxlint-disable-next-line import/no-default-export
export default function standInPages(source: string): string {
  const written = source.replaceAll(laterComponent, 'standingIn(import($1))')
  if (written === source) return source
  const module = JSON.stringify(join(import.meta.dirname, '..', 'alone', 'stand-in-module.ts'))
  return `${written}\nimport { standingIn } from ${module}\n`
}
