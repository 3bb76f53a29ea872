import type { Variables } from '@adcoin/contract'

/** Every variable of the environment that the service and its commands read. */
export const variables = {
  NODE_ENV: {
    values: ['production', 'development', 'test'],
    default: 'development',
    meaning: 'production: no development providers, no invented data, and every value that is marked below is needed.',
  },
  HOST: { default: '127.0.0.1', meaning: 'The address to listen on.' },
  PORT: { default: '8081', meaning: 'The port to listen on; 0: any free port, named in the ready line.' },
  DATA_DIR: {
    default: '.data',
    meaning: 'The folder of the embedded database, dumps, uploads, generated secrets and admin.json.',
  },
  OPS_DIR: { meaning: 'The folder of admin.json where several services share a data folder; else DATA_DIR.' },
  DATABASE_URL: {
    meaning: 'PostgreSQL, postgres://…; else the embedded database. Needed in production.',
    secret: true,
  },
  DATABASE_CONNECTIONS: { default: '10', meaning: 'The connections of the pool, at most 500.' },
  FILES_STORE: {
    meaning: 's3://bucket/prefix for uploads, needed where services run on several machines; else DATA_DIR.',
  },
  FILES_STORE_ENDPOINT: { meaning: "The address of an S3 server that is not Amazon's." },
  AWS_REGION: { default: 'us-east-1', meaning: 'The region of the bucket.' },
  AWS_ACCESS_KEY_ID: { meaning: "The bucket's login, read by Amazon's client, as are its other variables and files." },
  AWS_SECRET_ACCESS_KEY: { meaning: "The bucket's password, read by Amazon's client.", secret: true },
  PUBLIC_URL: {
    default: 'http://localhost:8080',
    meaning:
      "Where people open the app: Google's return address and the share link begin with it. https in production.",
  },
  LEGAL_DIR: { meaning: "A folder of the operator's own terms and privacy notice (api/README.md, Environment)." },
  SECRET_PEPPER: {
    meaning:
      'Base64 of at least 32 bytes, keys the hashes of codes, tickets and the history of passwords; generated in DATA_DIR. ' +
      'Needed in production.',
    secret: true,
  },
  SECRET_PAYWAY_KEY: {
    meaning: 'Base64 of at least 32 bytes, encrypts payment accounts; generated in DATA_DIR. Needed in production.',
    secret: true,
  },
  SECRET_CURSOR_KEY: {
    meaning: 'Base64 of at least 32 bytes, signs cursors of lists; generated in DATA_DIR. Needed in production.',
    secret: true,
  },
  OPERATORS_SECRET: {
    meaning:
      'At least 32 characters: opens /operators/*; else operators.secret in DATA_DIR; without both it is closed.',
    secret: true,
  },
  SCRAPE_SECRET: {
    meaning: 'Reads /operators/metrics and nothing else, for Prometheus: Authorization: Bearer <secret>.',
    secret: true,
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: 'Where traces are sent (OpenTelemetry, OTLP over HTTP), http://collector:4318; else none is made.',
  },
  OTEL_SERVICE_NAME: { default: 'adcoin-service', meaning: "The service's name in traces." },
  OTEL_TRACES_SAMPLER_ARG: { default: '1', meaning: 'The share of requests that are traced, 0 to 1.' },
  OPERATOR: { meaning: "The operator's name in the records of a command; else the name of the user." },
  SMS_PROVIDER: {
    values: ['outbox', 'http'],
    default: 'outbox',
    meaning: 'http: codes are sent by POST {to, text, reference}, answered {id}. Needed in production.',
  },
  SMS_HTTP_URL: { meaning: 'The address of the SMS provider; needed with SMS_PROVIDER=http.' },
  SMS_HTTP_TOKEN: { meaning: 'The bearer token of the SMS provider; needed with SMS_PROVIDER=http.', secret: true },
  EMAIL_PROVIDER: {
    values: ['outbox', 'smtp'],
    default: 'outbox',
    meaning: 'smtp: codes and notices are sent by mail. Needed in production.',
  },
  SMTP_URL: { meaning: 'smtp:// or smtps:// with login; needed with EMAIL_PROVIDER=smtp.', secret: true },
  EMAIL_FROM: { meaning: 'The sender of mails; needed with EMAIL_PROVIDER=smtp.' },
  PAYOUT_PROVIDER: {
    values: ['operators', 'http'],
    default: 'operators',
    meaning: 'How withdrawals are paid: by operators, or by a provider with webhooks at PUBLIC_URL/app/webhook/payout.',
  },
  PAYOUT_HTTP_URL: { meaning: 'The address of the payout provider; needed with PAYOUT_PROVIDER=http.' },
  PAYOUT_HTTP_KEY: {
    meaning: 'Base64 of at least 32 bytes, signs requests and webhooks; needed with PAYOUT_PROVIDER=http.',
    secret: true,
  },
  PAYOUT_HTTP_TIMEOUT_MS: {
    default: '10000',
    meaning: 'The time for an answer of the payout provider, at most 30000.',
  },
  SOCIAL_PROVIDER: {
    values: ['operators', 'http'],
    default: 'operators',
    meaning:
      'How social accounts are checked: by operators, or by a provider with webhooks at PUBLIC_URL/app/webhook/social.',
  },
  SOCIAL_HTTP_URL: { meaning: 'The address of the provider; needed with SOCIAL_PROVIDER=http.' },
  SOCIAL_HTTP_KEY: {
    meaning: 'Base64 of at least 32 bytes, signs requests and webhooks; needed with SOCIAL_PROVIDER=http.',
    secret: true,
  },
  SOCIAL_HTTP_TIMEOUT_MS: { default: '10000', meaning: 'The time for an answer of the provider, at most 30000.' },
  PUSH_PUBLIC_KEY: {
    meaning:
      'The public key of notifications outside the app, from `npm run ops -- push-keys`; without it there are none.',
  },
  PUSH_PRIVATE_KEY: { meaning: 'The private key of that pair; needed with PUSH_PUBLIC_KEY.', secret: true },
  PUSH_CONTACT: {
    meaning: 'mailto: or https: address at which a push service reaches you; needed with PUSH_PUBLIC_KEY.',
  },
  PUSH_HOSTS: {
    meaning: 'Push services besides those of Chrome, Firefox, Safari and Edge: host or host:port, separated by commas.',
  },
  OIDC_ISSUER: { meaning: 'https://accounts.google.com; without it there is no Google button in production.' },
  OIDC_CLIENT_ID: { meaning: 'The client at the issuer; needed with OIDC_ISSUER.' },
  OIDC_CLIENT_SECRET: { meaning: 'The secret of that client; needed with OIDC_ISSUER.', secret: true },
  OIDC_DEVELOPMENT: {
    values: ['on', 'off'],
    default: 'on',
    production: 'off',
    meaning: 'The local identity provider, where OIDC_ISSUER is not set. Refused in production.',
  },
  SANDBOX_REVIEW_SECONDS: {
    default: '8',
    production: '0',
    meaning: 'The time after which the sandbox decides on a submission or an appeal; 0: operators decide.',
  },
  APPEAL_HOURS: {
    default: '48',
    meaning: 'The hours within which an appeal of a rejected proof is promised to be decided, at most 720.',
  },
  DEMO_DATA: {
    values: ['on', 'off'],
    default: 'on',
    production: 'off',
    meaning: 'Invented tasks, prices and support links. Refused in production.',
  },
  TRUST_PROXY: {
    default: 'loopback',
    meaning: 'The proxies whose X-Forwarded-For is believed: addresses or networks.',
  },
  ADDRESS_LIMIT_FACTOR: {
    default: '50',
    production: '1',
    meaning: 'Multiplies the limits for each network address; more where many people share one.',
  },
  TWO_OPERATORS_ABOVE: {
    default: '0',
    production: '1000000',
    meaning: 'Ad Coin minor units: a larger withdrawal needs two different operators to approve and pay; 0: never.',
  },
  LOG_LEVEL: {
    values: ['silent', 'error', 'warn', 'info'],
    default: 'info',
    meaning: 'What is logged at least; info: sign-ins and refused access too.',
  },
} as const satisfies Variables
