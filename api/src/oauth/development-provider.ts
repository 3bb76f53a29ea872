import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Config } from '../config.ts'
import type { OidcProvider } from '../providers/oidc.ts'

export type DevelopmentProvider = OidcProvider & { stop(): Promise<void> }

const clientId = 'adcoin-development'

/**
 * A real identity provider (oidc-provider) on loopback, in memory, for development and end-to-end tests: it asks for an
 * e-mail and believes it. Never in production: the configuration refuses it there, and the package is no production
 * dependency.
 */
export async function startDevelopmentProvider(config: Config): Promise<DevelopmentProvider> {
  if (config.production) throw new Error('the development identity provider never runs in production')
  const { default: Provider } = await import('oidc-provider')
  const server = createServer()
  await new Promise<void>((done, failed) => server.once('error', failed).listen(0, '127.0.0.1', done))
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const clientSecret = randomBytes(24).toString('base64url')
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        token_endpoint_auth_method: 'client_secret_post',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        application_type: 'native',
        redirect_uris: [
          `${config.publicUrl}/google_auth`,
          'http://localhost/google_auth',
          'http://127.0.0.1/google_auth',
        ].filter((uri, index, all) => all.indexOf(uri) === index),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    scopes: ['openid', 'email'],
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 3600, IdToken: 600, Interaction: 600, Session: 3600 },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    async findAccount(_: unknown, email: string) {
      return {
        accountId: email,
        claims: async () => ({
          sub: createHash('sha256').update(email).digest('hex').slice(0, 24),
          email,
          email_verified: true,
        }),
      }
    },
  })
  const callback = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response)
    else callback(request, response)
  })
  return { issuer, clientId, clientSecret, isLocal: true, stop: () => closeServer(server) }
}

type ProviderInstance = InstanceType<(typeof import('oidc-provider'))['default']>

/** One page that asks for an e-mail; posting it signs in and agrees to everything that was asked. */
async function interact(provider: ProviderInstance, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const { params } = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
      return
    }
    const email = new URLSearchParams(await bodyOf(request)).get('email')?.trim().toLowerCase() ?? ''
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) {
      await provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'no e-mail was given',
      })
      return
    }
    const grant = new provider.Grant({ accountId: email, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    await provider.interactionFinished(request, response, {
      login: { accountId: email },
      consent: { grantId: await grant.save() },
    })
  } catch {
    response.writeHead(400, { 'content-type': 'text/plain' }).end('This sign-in is over. Go back and begin again.')
  }
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Development sign-in</title>
<body style="font:16px/1.5 system-ui;max-width:24rem;margin:4rem auto;padding:0 1rem"><h1 style="font-size:1.25rem">Development sign-in</h1>
<p>This stands in for Google on this machine. Any e-mail is believed.</p>
<form method="post"><label>E-mail<br><input name="email" type="email" required autofocus style="font:inherit;width:100%;padding:.75rem;box-sizing:border-box"></label>
<p><button style="font:inherit;padding:.75rem 1.5rem">Continue</button></p></form></body></html>`

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > 4096) throw new Error('too large')
  }
  return body
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise(done => server.close(() => done()))
}
