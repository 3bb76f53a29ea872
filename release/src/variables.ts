import { createVariableReader, type Variables } from '@adcoin/contract'

/**
 * Every variable of the environment that `npm start`, the gateway, the operations page and the release command read.
 */
export const variables = {
  NODE_ENV: {
    values: ['production', 'development'],
    meaning: 'production: no overrides, no description of the calls.',
  },
  HOST: { meaning: 'The address that the gateway listens on. npm start: 127.0.0.1; a deployment: all interfaces.' },
  PORT: { default: '8080', meaning: 'The port of the gateway, at which people open the app.' },
  METRICS_PORT: { meaning: "The port of the gateway's or the judge's /metrics for Prometheus; else none." },
  DATA_DIR: { default: '.data', meaning: 'The folder with the store, the keys and the data of the service.' },
  PUBLIC_URL: {
    meaning: 'The address at which people reach the product; https adds HSTS. npm start: http://localhost:PORT.',
  },
  SERVICE: {
    meaning:
      'Host and port of the service, if npm start does not run it; for the gateway a comma-separated list, else ' +
      '127.0.0.1:8081.',
  },
  GATEWAY_FOLDER: {
    meaning:
      'A folder for copies of the live releases: the gateway starts and serves while the bucket of RELEASE_STORE is down.',
  },
  TRUSTED_PROXIES: {
    meaning:
      'Proxies before the gateway or the operations page (TLS, CDN) whose X-Forwarded-For is trusted: 10.0.0.0/8, ' +
      'loopback; else none.',
  },
  SERVICE_PATHS: { meaning: 'Further prefixes that the gateway passes to the service, comma-separated: /docs/.' },
  OFFLINE_PAGE: {
    values: ['on', 'off'],
    default: 'on',
    meaning: 'off: browsers store no offline page, and remove a stored one.',
  },
  OVERRIDES: {
    values: ['on', 'off'],
    default: 'on',
    meaning: 'Whether a browser may use releases that are not live; always off in production.',
  },
  OPERATIONS_PORT: { default: '8081', meaning: 'The port of the operations page; off: no operations page.' },
  OPERATIONS_HOST: {
    default: '127.0.0.1',
    meaning: 'Its address; beyond loopback it needs OPERATIONS_SECRETS or OPERATIONS_OIDC_ISSUER.',
  },
  OPERATIONS_OIDC_ISSUER: {
    meaning:
      "The organisation's OpenID Connect provider, in place of secrets: https://id.example.com. It gets " +
      'OPERATIONS_URL/sign-in/done as an allowed address to return to.',
  },
  OPERATIONS_OIDC_CLIENT_ID: { meaning: 'The id of the operations page at that provider.' },
  OPERATIONS_OIDC_CLIENT_SECRET: { meaning: 'Its secret there.', secret: true },
  OPERATIONS_OIDC_ROLES: {
    default: 'roles',
    meaning:
      "The claim of the ID token with an operator's roles: adcoin-look, adcoin-review, adcoin-pay, adcoin-release, " +
      'adcoin-admin. A person without any of them cannot sign in.',
  },
  OPERATIONS_SECRETS: {
    meaning:
      'Operators of the page, their roles (review, pay, release, admin; else all) and the SHA-256 of their secrets: ' +
      'Ana=<64 hex digits>,Bea:review+pay=<64 hex digits>.',
    secret: true,
  },
  OPERATIONS_SECRET: {
    meaning: 'One secret for all operators, at least 16 characters; proves no name. Use OPERATIONS_SECRETS.',
    secret: true,
  },
  OPERATIONS_URL: { meaning: 'The address at which browsers reach the operations page; else this machine.' },
  OPERATORS_SECRET: {
    meaning: "The secret between operators' programs and the service; else operators.secret in DATA_DIR.",
    secret: true,
  },
  RELEASE_STORE: { meaning: 's3://bucket/prefix or /folder; else DATA_DIR/store.' },
  RELEASE_STORE_ENDPOINT: { meaning: "The address of an S3 server that is not Amazon's." },
  RELEASE_KEYS: {
    values: ['given'],
    meaning: 'given: missing keys are not made, because each team has its own.',
  },
  RELEASE_PRIVATE_KEYS: { meaning: 'The folder of the private keys; else the folder of the public keys.' },
  RELEASE_BY: { meaning: 'The name in the history of releases; else the name of the user.' },
  NOTICE_URL: { meaning: 'Gets a signed POST when a release goes live and when the judge of canaries decides.' },
  NOTICE_SECRET: { meaning: 'The key of the signature of these notices, at least 16 characters.', secret: true },
  AWS_REGION: {
    default: 'us-east-1',
    meaning: "The region of the bucket; credentials are found as in Amazon's tools.",
  },
  API_URL: {
    meaning:
      "npm run dev: the service or product to use; else npm run dev starts one. In a team's repository: else " +
      'http://localhost:8080.',
  },
  DATABASE_URL: { meaning: 'npm start passes it to the service; else the embedded database.', secret: true },
  CHROMIUM_PATH: { meaning: 'The browser of the smoke test and of the tests; else an installed one.' },
} as const satisfies Variables

/** @returns the value of a variable, else its default, else undefined */
export function readVariable(name: keyof typeof variables, env: NodeJS.ProcessEnv = process.env): string | undefined {
  return createVariableReader(variables, env)(name) ?? undefined
}
