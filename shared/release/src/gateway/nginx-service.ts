import { callBodyMost, inboxStream, upload } from '@adcoin/contract'

type Headers = Readonly<Record<string, string>>

/** A string of nginx's. @throws for one that nginx would read as a variable of its own */
export function quoted(text: string): string {
  if (/\$(?![12](?!\d))/.test(text)) throw new Error(`nginx would read a variable in: ${text.slice(0, 40)}`)
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`
}

/** Headers as nginx adds them to every answer, whatever its status. A value that begins with `$` is nginx's own. */
export function adds(headers: Headers, indent: number): string {
  return Object.entries(headers)
    .map(
      ([name, value]) =>
        `${' '.repeat(indent)}add_header ${name} ${value.startsWith('$') ? value : quoted(value)} always;`,
    )
    .join('\n')
}

/** A short text of nginx's own. The extension of the address does not matter to its type. */
export function plain(headers: Headers, indent: number): string {
  const room = ' '.repeat(indent)
  return `${room}types {}\n${room}default_type 'text/plain; charset=utf-8';\n${adds({ ...headers, 'cache-control': 'no-store' }, indent)}`
}

/** A named location that answers in the service's envelope. */
function envelope(name: string, status: number, headers: Headers, data = 'null'): string {
  return `    location @${name} {
      types {}
      default_type 'application/json; charset=utf-8';
${adds({ ...headers, 'cache-control': 'no-store' }, 6)}
      return ${status} '{"code":${status},"msg":"","data":${data}}';
    }`
}

const underscored = (name: string) => name.replaceAll('-', '_')

/**
 * The services, and the order in which they are tried. One that failed gets no calls for five seconds; if all have
 * failed, the same servers are tried as backups rather than rejecting every request.
 */
export function serviceUpstream(services: readonly string[], headers: Headers): string {
  const lines = (parameters: string) => services.map(service => `    server ${service} ${parameters};`).join('\n')
  return `  upstream service {
    zone service 64k;
${lines('max_fails=1 fail_timeout=5s')}
${lines('max_fails=0 backup')}
    keepalive 64;
  }
  limit_conn_zone $binary_remote_addr zone=address:10m;
  limit_conn_status 429;
  # A request that has no effect may be sent to the next service.
  map "$request_method $http_content_length$http_transfer_encoding" $is_read { "~^(?:GET|HEAD) 0?$" 1; default 0; }
  # A header of the service's own answer is kept; the rest is added.
${Object.entries(headers)
  .map(
    ([name, value]) =>
      `  map $upstream_http_${underscored(name)} $service_${underscored(name)} { '' ${quoted(value)}; default ''; }`,
  )
  .join('\n')}`
}

/** Calls, uploads, streams and files: what the service answers, and the envelope where it does not. */
export function serviceLocations(folders: readonly string[], headers: Headers): string {
  const kept = Object.fromEntries(Object.keys(headers).map(name => [name, `$service_${underscored(name)}`]))
  const toService = `${adds({ ...kept, 'x-request-id': '$id' }, 6)}
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection '';
      proxy_set_header Host $http_host;
      proxy_set_header X-Request-Id $id;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Host $http_host;
      proxy_hide_header X-Request-Id;
      proxy_buffering off;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout;
      # The failed one may be asked again as a backup before the other one is.
      proxy_next_upstream_tries 3;
      error_page 502 = @down;
      error_page 504 = @late;
      error_page 413 = @large;
      error_page 429 = @crowded;`
  const own = { ...headers, 'x-request-id': '$id' }
  return `    # Calls. Their bodies are read whole first: a slow one holds no connection to a service.
    location ~ ^/(${folders.join('|')})/ {
      error_page 420 = @read;
      if ($is_read) { return 420; }
${toService}
      limit_conn address 256;
      client_max_body_size ${callBodyMost};
      client_body_buffer_size ${callBodyMost};
      proxy_read_timeout 35s;
    }
    # A service that stopped answering costs a read two seconds, and the next one answers it.
    location @read {
${toService}
      limit_conn address 256;
      proxy_read_timeout 2s;
    }
    location = ${upload.path} {
${toService}
      limit_conn address 256;
      # The service decides how much it takes.
      client_max_body_size 0;
      proxy_request_buffering off;
      proxy_read_timeout 35s;
    }
    # Streams last for minutes: one for each person, however many share an address.
    location = ${inboxStream.path} {
${toService}
      proxy_read_timeout 35s;
    }
${envelope('down', 503, { ...own, 'retry-after': '1' })}
${envelope('late', 504, { ...own, 'retry-after': '1' })}
${envelope('large', 413, own)}
${envelope('crowded', 429, { ...own, 'retry-after': '1' }, '{"retry_after":1}')}
${healthLocation(headers)}`
}

function healthLocation(headers: Headers): string {
  return `    location = /healthz {
${adds(headers, 6)}
      add_header cache-control no-store always;
      proxy_pass http://service/readyz;
      proxy_connect_timeout 1s;
      proxy_read_timeout 2s;
      error_page 502 504 = @down;
    }`
}
