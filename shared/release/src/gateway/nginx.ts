import { mimeTypes } from '../files/mime.ts'
import { crooked, releaseFile } from './addresses.ts'
import { securityHeaders } from './headers.ts'
import { workerPath, workerScript } from './worker.ts'

export type NginxOptions = {
  /** The folder with `current`, `live` and `releases`, as nginx sees it. */
  readonly store: string
  /** `host:port` of each service; calls go to those that answer. */
  readonly services: readonly string[]
  /** What stands behind `listen`: a port, or `address:port`. */
  readonly listen: string
  /** Where people reach the product; https adds HSTS. */
  readonly publicUrl: string
  /** Where this nginx has its module `ngx_http_brotli_static_module.so`, which hands out the smaller siblings. */
  readonly brotliModule: string | undefined
  readonly offlinePage: boolean
  /** Names of further folders for the service beside `app` and `files`: `docs`. */
  readonly serviceFolders?: readonly string[]
}

type Headers = Readonly<Record<string, string>>

/**
 * A complete configuration of nginx that serves what the gateway serves: the same addresses, headers and caching, from
 * the same tables. The live generation is `current` in the store, a link that each release replaces in one step, so
 * nginx is never reloaded. It cannot verify signatures; `release verify` does.
 *
 * Long because it is one file of configuration, in the order in which nginx reads it.
 */
export function nginxConfiguration(options: NginxOptions): string {
  const headers = securityHeaders(options.publicUrl)
  const { store, services, listen, brotliModule } = options
  const folders = ['app', 'files', ...(options.serviceFolders ?? [])]
  const release = releaseFile.source.replaceAll('\\/', '/')
  const page = { ...headers.page, vary: 'accept-encoding' }
  return `# Made by: npm run release -- gateway-config nginx. Make it anew after an update; do not edit it here.
# People's TLS: add "listen 443 ssl http2;" and "ssl_certificate …; ssl_certificate_key …;" to the server below.
${brotliModule ? `load_module ${quoted(brotliModule)};\n` : ''}worker_processes auto;
error_log stderr warn;
pid adcoin-nginx.pid;
events { worker_connections 10240; }

http {
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65s;
  # The address without what stands behind the question mark: codes of a login are there.
  log_format plain '$remote_addr $time_iso8601 $request_method $uri $status $body_bytes_sent $request_time $id';
  access_log adcoin-access.log plain;

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
  map $http_x_request_id $id { "~^[\\w-]{8,64}$" $http_x_request_id; default $request_id; }
${Object.entries(headers.data)
  .map(
    ([name, value]) =>
      `  # What the service says of its own answer stands; the rest is added.\n` +
      `  map $upstream_http_${underscored(name)} $service_${underscored(name)} { '' ${quoted(value)}; default ''; }`,
  )
  .join('\n')}

  # A screen's address that is broken, asked for by a person: the page says that there is nothing.
  map $request $lost_place {
    default /current/index.html;
    "~^[A-Z]+ /(?:releases|published|${folders.join('|')})/" /nothing;
    "~*^[A-Z]+ [^?]*(?:[/\\\\\\\\]|%2f|%5c)(?:\\.|%2e)" /nothing;
    "~*^[A-Z]+ [^?]*\\.[a-z0-9]+(?:%00)*[? ]" /nothing;
    "~^[A-Z]+ [^? ]{2001}" /nothing;
  }
  map $http_accept $lost_file { default /nothing; "~text/html" $lost_place; }

  upstream service {
${services.map(service => `    server ${service} max_fails=1 fail_timeout=1s;`).join('\n')}
    keepalive 64;
  }

  server {
    listen ${listen};
    root ${quoted(store)};
    merge_slashes off;
    absolute_redirect off;
    # The service says how much it takes.
    client_max_body_size 0;
    client_body_timeout 120s;
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
    }

    # Calls and uploads. What the service does not answer is told as the envelope that every call answers with.
    location ~ ^/(${folders.join('|')})/ {
${adds({ ...Object.fromEntries(Object.keys(headers.data).map(name => [name, `$service_${underscored(name)}`])), 'x-request-id': '$id' }, 6)}
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection '';
      proxy_set_header Host $http_host;
      proxy_set_header X-Request-Id $id;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_hide_header X-Request-Id;
      # Streams and pictures pass as they come, both ways.
      proxy_buffering off;
      proxy_request_buffering off;
      proxy_connect_timeout 2s;
      proxy_read_timeout 35s;
      # Only what was not sent, or has no effect, is asked of another one.
      proxy_next_upstream error timeout;
      proxy_next_upstream_tries 2;
      error_page 502 = @down;
      error_page 504 = @late;
    }
    location @down {
${envelope({ ...headers.data, 'x-request-id': '$id', 'retry-after': '1' }, 503, 6)}
    }
    location @late {
${envelope({ ...headers.data, 'x-request-id': '$id', 'retry-after': '1' }, 504, 6)}
    }

    location = /healthz {
${adds(headers.data, 6)}
      add_header cache-control no-store always;
      proxy_pass http://service/readyz;
      proxy_connect_timeout 2s;
      proxy_read_timeout 2s;
      error_page 502 504 = @down;
    }

    location = ${workerPath} {
      if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }
      default_type ${quoted(mimeTypes['js'] ?? '')};
${adds({ ...headers.worker, 'cache-control': 'no-store' }, 6)}
      return 200 ${quoted(workerScript(options.offlinePage))};
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
    location = /discovery.json {
      if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }
${adds({ ...headers.open, vary: 'accept-encoding', 'cache-control': 'no-cache' }, 6)}
      try_files /current/discovery.json =404;
    }

    # An address whose last part looks like a file is one that is not there; a page has no ending.
    location ~ "\\.[A-Za-z0-9]+$" { return 404; }
    location / {
      if ($request_method !~ "^(?:GET|HEAD)$") { return 405; }
${adds(page, 6)}
      try_files /current/index.html =503;
    }
  }
}
`
}

/** A sign of a path, or the escapes of one in UTF-8. */
const whole =
  '(?:[^%?]|%[0-7][0-9a-f]|%(?:c[2-9a-f]|d[0-9a-f])%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}' +
  '|%f[0-4](?:%[89ab][0-9a-f]){3})'

/** A text of nginx's. @throws for one that nginx would read as a variable of its own */
function quoted(text: string): string {
  if (/\$(?![12](?!\d))/.test(text)) throw new Error(`nginx would read a variable in: ${text.slice(0, 40)}`)
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}

const underscored = (name: string) => name.replaceAll('-', '_')

/** Headers as nginx adds them to every answer, whatever its status. A value that begins with `$` is nginx's own. */
function adds(headers: Headers, indent: number): string {
  return Object.entries(headers)
    .map(
      ([name, value]) =>
        `${' '.repeat(indent)}add_header ${name} ${value.startsWith('$') ? value : quoted(value)} always;`,
    )
    .join('\n')
}

function plain(headers: Headers, indent: number): string {
  const room = ' '.repeat(indent)
  // The ending of the address says nothing about this text.
  return `${room}types {}\n${room}default_type 'text/plain; charset=utf-8';\n${adds({ ...headers, 'cache-control': 'no-store' }, indent)}`
}

function envelope(headers: Headers, code: number, indent: number): string {
  const room = ' '.repeat(indent)
  return [
    `${room}types {}`,
    `${room}default_type 'application/json; charset=utf-8';`,
    adds({ ...headers, 'cache-control': 'no-store' }, indent),
    `${room}return ${code} '{"code":${code},"msg":"","data":null}';`,
  ].join('\n')
}
