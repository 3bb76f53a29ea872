import type { MonolithBuild } from './build.ts'

/** The page of a single-page application as a team ships it without further thought: a style sheet and a script. */
export function createPlainPage({ styles, entry }: MonolithBuild, path: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    '<title>Ad Coin</title>',
    `<link rel="icon" href="${path}/icon.svg" type="image/svg+xml">`,
    ...styles.map(file => `<link rel="stylesheet" href="${path}/${file}">`),
    `<script type="module" src="${path}/${entry}"></script>`,
    '</head>',
    '<body>',
    '<div id="root"></div>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}
