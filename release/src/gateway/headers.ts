import { workerPath } from './worker.ts'

/**
 * @param publicUrl  where people reach the product; https adds HSTS and `upgrade-insecure-requests`
 */
export function buildSecurityHeaders(publicUrl: string): SecurityHeaders {
  const isHttps = publicUrl.startsWith('https://')
  const workerFrom = publicUrl === '' ? "'self'" : new URL(workerPath, publicUrl).href
  const commonHeaders = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-dns-prefetch-control': 'off',
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000' } : {}),
  }
  return {
    page: {
      ...commonHeaders,
      'content-security-policy': [
        ...buildPagePolicy(workerFrom),
        ...(isHttps ? ['upgrade-insecure-requests'] : []),
      ].join('; '),
      'cross-origin-opener-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-frame-options': 'DENY',
      'permissions-policy': permissions,
      'cache-control': 'no-cache',
    },
    // A release file that is opened directly runs nothing.
    release: {
      ...commonHeaders,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    },
    data: { ...commonHeaders, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
    // It fetches the navigations that pass through it.
    worker: { ...commonHeaders, 'content-security-policy': "default-src 'none'; connect-src 'self'" },
  }
}

/**
 * Headers per kind of answer. The page itself contains the policy of scripts and style sheets (`compose/page.ts`),
 * because its hashes change with it; here is the constant rest. There is no `default-src`, `script-src` or `style-src`
 * here on purpose: two policies are both enforced, and a header that forbids inline scripts and styles would forbid the
 * page's own hashed ones. Source: security.md 5.3.
 */
const buildPagePolicy = (workerFrom: string): readonly string[] => [
  "style-src-attr 'none'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  `worker-src ${workerFrom}`,
  "frame-src 'none'",
  "object-src 'none'",
  "script-src-attr 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // One policy, made at the shell's start, of two kinds of address: the worker's, and scripts of remotes' releases.
  'trusted-types worker',
  // The service writes a line of what a browser blocked. (In the page's own `<meta>` policy browsers ignore it.)
  'report-uri /app/health/csp',
]

const features = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
]
const ownFeatures = ['clipboard-read', 'clipboard-write', 'fullscreen', 'publickey-credentials-get']
const permissions = [...features.map(name => `${name}=()`), ...ownFeatures.map(name => `${name}=(self)`)].join(', ')

type Headers = Readonly<Record<string, string>>
export type SecurityHeaders = Readonly<Record<'page' | 'release' | 'data' | 'worker', Headers>>
