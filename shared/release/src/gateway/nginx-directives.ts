export type Headers = Readonly<Record<string, string>>

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
export function envelope(name: string, status: number, headers: Headers, data = 'null'): string {
  return `    location @${name} {
      types {}
      default_type 'application/json; charset=utf-8';
${adds({ ...headers, 'cache-control': 'no-store' }, 6)}
      return ${status} '{"code":${status},"msg":"","data":${data}}';
    }`
}
