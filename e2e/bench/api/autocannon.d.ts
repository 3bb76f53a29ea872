/** The parts of autocannon that the bench uses; the package brings no types. */
declare module 'autocannon' {
  export type Request = {
    method?: 'GET' | 'POST'
    path: string
    headers?: Record<string, string>
    body?: string
    setupRequest?: (request: Request) => Request
    onResponse?: (status: number, body: string) => void
  }
  export type Client = { setRequests(requests: readonly Request[]): void }
  export type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    overallRate?: number
    requests?: readonly Request[]
    setupClient?: (client: Client) => void
  }
  export type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    non2xx: number
    duration: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
