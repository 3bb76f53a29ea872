/** Content types by ending: what a gateway serves, and nothing else. */
export const mimeTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  mp4: 'video/mp4',
}

/** The content type of a file by its ending; undefined for endings that the gateway does not serve. */
export function mimeType(path: string): string | undefined {
  return mimeTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
}
