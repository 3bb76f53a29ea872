/** Target of API calls of a remote that runs alone. */
export type RunningProduct = { url: string; key: string }

/**
 * The running product for API calls: `API_URL` (default http://localhost:8080) with the session `AUTHORIZED_KEY`, for a
 * remote alone has no screens to sign in. Undefined if either is missing; then the API double answers.
 *
 * @param environment  `process.env`
 * @param print          called with one sentence: which of the two, and why
 */
export async function runningProduct(
  environment: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<RunningProduct | undefined> {
  const url = environment['API_URL'] ?? 'http://localhost:8080'
  const key = environment['AUTHORIZED_KEY']
  const answers = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    answer => answer.ok,
    () => false,
  )
  if (!answers) return void print(`No product answers at ${url}: the contract's API double answers, as Ana.`)
  if (!key)
    return void print(
      `A product answers at ${url}, but AUTHORIZED_KEY (a session's token) is not set: the contract's API double answers, as Ana.`,
    )
  print(`API calls go to ${url} with the given session.`)
  return { url, key }
}
