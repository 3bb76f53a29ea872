import { mimeTypes } from '../files/files.ts'
import { crooked, releaseFile } from './addresses.ts'
import { securityHeaders, type SecurityHeaders } from './headers.ts'
import { adds, plain, quoted, serviceLocations, serviceUpstream } from './nginx-service.ts'
import { workerPath, workerScript } from './worker.ts'

export type NginxOptions = {
  /** The folder with `current`, `live` and `releases`, as nginx sees it. */
  readonly store: string
  /** `host:port` of each service; calls go to those that answer. */
  readonly services: readonly string[]
  /** A port, or `address:port`. */
  readonly listen: string
  /** Also on the same port of IPv6. */
  readonly ipv6?: boolean
  /** Files of the certificate chain and its key, for TLS and HTTP/2. Default: a proxy before nginx does TLS. */
  readonly tls?: { readonly certificate: string; readonly key: string } | undefined
  /** Public address of the product; https adds HSTS. */
  readonly publicUrl: string
  /** Path of nginx's module `ngx_http_brotli_static_module.so`, which serves the smaller siblings. */
  readonly brotliModule: string | undefined
  readonly offlinePage: boolean
  /** Names of further folders for the service beside `app` and `files`: `docs`. */
  readonly serviceFolders?: readonly string[]
  /** Networks (CIDR) of the proxies before nginx, whose `X-Forwarded-For` is believed. Default: none. */
  readonly trustedProxies?: readonly string[]
  /** The file for one line of JSON per request, such as `/dev/stdout`. */
  readonly accessLog?: string
}

/**
 * A complete configuration of nginx that serves what the gateway serves: the same addresses, headers and caching, from
 * the same tables. The live generation is `current` in the store, a link that each release replaces in one step, so
 * nginx is never reloaded. It cannot verify signatures; `release verify` does.
 */
export function nginxConfiguration(options: NginxOptions): string {
  const headers = securityHeaders(options.publicUrl)
  const folders = ['app', 'files', ...(options.serviceFolders ?? [])]
  return `${settings(options)}

${lostAddresses(folders)}

${serviceUpstream(options.services, headers.data)}

${server(options, headers, folders)}

${serviceLocations(folders, headers.data)}

${files(options, headers)}
  }
}
`
}

function settings({ brotliModule, trustedProxies = [], accessLog = 'adcoin-access.log' }: NginxOptions): string {
  return `# Made by: npm run release -- gateway-config nginx. Make it anew after an update; do not edit it here.
${brotliModule ? `load_module ${quoted(brotliModule)};\n` : ''}worker_processes auto;
error_log stderr warn;
pid adcoin-nginx.pid;
events { worker_connections 10240; }

http {
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65s;
${behindProxies(trustedProxies)}  # The address without its query: codes of a login are there.
  map $request_uri $path { "~^(?<before_query>[^?]*)" $before_query; }
  log_format json escape=json '{"time":"$time_iso8601","id":"$id","address":"$remote_addr","method":"$request_method",'
    '"path":"$path","status":$status,"bytes":$body_bytes_sent,"seconds":$request_time,"service":"$upstream_addr"}';
  access_log ${accessLog} json;

  types {
${Object.entries(mimeTypes)
  .map(([ending, type]) => `    ${quoted(type)} ${ending};`)
  .join('\n')}
  }
  default_type application/octet-stream;
  client_body_temp_path temporary-body;
  proxy_temp_path temporary-proxy;
  fastcgi_temp_path temporary-fastcgi;
  uwsgi_temp_path temporary-uwsgi;
  scgi_temp_path temporary-scgi;

  # Made when a release was published; nothing is compressed here.
  gzip off;
  gzip_static on;
  gzip_vary off;
${brotliModule ? '  brotli_static on;\n' : ''}  etag on;
  # A link is looked at for each request: that is how a release reaches people at once.
  open_file_cache off;

  # A request id that came from outside is kept only when it is plain.
  map $http_x_request_id $id { "~^[\\w-]{8,64}$" $http_x_request_id; default $request_id; }`
}

/** Broken addresses of screens: a person who opens one gets the page, which shows that there is nothing. */
function lostAddresses(folders: readonly string[]): string {
  return `  map $request $lost_place {
    default /current/index.html;
    "~^[A-Z]+ /(?:releases|published|${folders.join('|')})/" /nothing;
    "~*^[A-Z]+ [^?]*(?:[/\\\\\\\\]|%2f|%5c)(?:\\.|%2e)" /nothing;
    "~*^[A-Z]+ [^?]*\\.[a-z0-9]+(?:%00)*[? ]" /nothing;
    "~^[A-Z]+ [^? ]{2001}" /nothing;
  }
  map $http_accept $lost_file { default /nothing; "~text/html" $lost_place; }`
}

function listening({ listen, ipv6, tls }: NginxOptions): string {
  const how = tls ? ' ssl http2' : ''
  return [
    `listen ${listen}${how};`,
    ...(ipv6 ? [`listen [::]:${listen.split(':').at(-1)}${how};`] : []),
    ...(tls
      ? [
          `ssl_certificate ${quoted(tls.certificate)};`,
          `ssl_certificate_key ${quoted(tls.key)};`,
          'ssl_protocols TLSv1.2 TLSv1.3;',
          'ssl_session_cache shared:adcoin:10m;',
          'ssl_session_tickets off;',
        ]
      : []),
  ]
    .map(line => `    ${line}`)
    .join('\n')
}

/** The server's settings, and the addresses that it refuses. */
function server(options: NginxOptions, headers: SecurityHeaders, folders: readonly string[]): string {
  const page = { ...headers.page, vary: 'accept-encoding' }
  return `  server {
${listening(options)}
    root ${quoted(options.store)};
    merge_slashes off;
    absolute_redirect off;
    client_header_timeout 15s;
    client_body_timeout 10s;
${adds(headers.data, 4)}

    # Such a path is never cleaned up and then served. 418 is told to nobody: it leads to @crooked.
    if ($request_uri ~* "^[^?]*${crooked.source}") { return 418; }
    if ($request_uri ~ "^[^?]*(\\\\\\\\|/\\.\\.?(/|\\?|$))") { return 418; }
    if ($request_uri !~* "^${whole}*(\\?|$)") { return 418; }
    error_page 418 =404 @crooked;
    # nginx itself refuses %00 and half an escape, before it reads who asks for what: everybody gets the page.
    error_page 400 =404 /crooked.internal;
    recursive_error_pages on;
    location = /crooked.internal {
      internal;
      # Whatever was asked, what leads here is GET by now.
      if ($request !~ "^(?:GET|HEAD) ") { return 405; }
${adds(page, 6)}
      etag off;
      if_modified_since off;
      try_files $lost_place @nothing;
    }
    error_page 404 = @nothing;
    error_page 405 = @method;
    error_page 403 = @nothing;
    error_page 503 = @starting;
    location @crooked {
      # Whatever was asked, what leads here is GET by now.
      if ($request !~ "^(?:GET|HEAD) ") { return 405; }
${adds(page, 6)}
      etag off;
      if_modified_since off;
      try_files $lost_file @nothing;
    }
    location @nothing {
${plain(headers.data, 6)}
      return 404 'Not found';
    }
    location @method {
${plain({ ...headers.data, allow: 'GET, HEAD' }, 6)}
      return 405 'Method not allowed';
    }
    location @starting {
${plain({ ...headers.data, 'retry-after': '1' }, 6)}
      return 503 'Ad Coin is starting';
    }

    # One slash too many in a link. The answer stays on this host, because it begins with exactly one.
    location ~ "^//" {
${adds({ ...headers.data, 'cache-control': 'no-store' }, 6)}
      if ($request_uri ~ "^//+((?!${folders.map(name => `${name}/`).join('|')}|releases|published)[^/?]([^?]*/)?[^/?.]*(\\?.*)?)$") { return 308 /$1; }
      return 404;
    }`
}

/** The page, the registry and release files. */
function files({ store, offlinePage }: NginxOptions, headers: SecurityHeaders): string {
  const release = releaseFile.source.replaceAll('\\/', '/')
  const page = { ...headers.page, vary: 'accept-encoding' }
  return `    location = ${workerPath} {
      if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }
      default_type ${quoted(mimeTypes['js'] ?? '')};
${adds({ ...headers.worker, 'cache-control': 'no-store' }, 6)}
      return 200 ${quoted(workerScript(offlinePage))};
    }

    # Release files: immutable, each with its compressed siblings, which nobody asks for by name.
    location ~ "\\.(br|gz|sig)$" { return 404; }
    location ~ "${release}" {
      # First, while $1 and $2 are this location's own.
      if (-f ${quoted(`${store}/current/revoked/$1/$2`)}) { return 404; }
      if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }
${adds({ ...headers.release, vary: 'accept-encoding' }, 6)}
      etag off;
      if_modified_since off;
      try_files $uri =404;
    }
    location ~ ^/(releases|published)(/|$|\\.json$) { return 404; }

    location = /registry.json {
      if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }
${adds({ ...headers.data, vary: 'accept-encoding', 'cache-control': 'no-cache' }, 6)}
      try_files /current/registry.json =503;
    }

    # An address whose last part looks like a file is one that is not there; a page has no ending.
    location ~ "\\.[A-Za-z0-9]+$" { return 404; }
    location / {
      if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }
${adds(page, 6)}
      try_files /current/index.html =503;
    }`
}

/** A sign of a path, or the escapes of one in UTF-8. */
const whole =
  '(?:[^%?]|%[0-7][0-9a-f]|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}' +
  '|%f[0-4](?:%[89ab][0-9a-f]){3})'

/** The last address in `X-Forwarded-For` that none of these proxies has is the person's. */
function behindProxies(networks: readonly string[]): string {
  if (networks.length === 0) return ''
  const trusted = networks.map(network => `  set_real_ip_from ${network};\n`).join('')
  return `${trusted}  real_ip_header X-Forwarded-For;\n  real_ip_recursive on;\n`
}
