/** The addresses of servers on the machine that the browser runs on, as a policy names them. */
export function loopbackServers(...schemes: readonly string[]): readonly string[] {
  return schemes.flatMap(scheme => [`${scheme}://localhost:*`, `${scheme}://127.0.0.1:*`])
}
