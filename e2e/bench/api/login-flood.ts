import { setPriority } from 'node:os'
import autocannon from 'autocannon'

/**
 * login-flood.ts <address> <seconds>: a process of its own, so that making the flood does not slow the measurement.
 * Prints one line of JSON.
 */
// An attacker does not compute on the processors of the service.
setPriority(19)
const [url = '', seconds = '5'] = process.argv.slice(2)
const { requests, latency, errors, timeouts, non2xx } = await autocannon({
  url,
  connections: 100,
  duration: Number(seconds),
  requests: [
    {
      method: 'POST',
      path: '/app/user/login/email',
      headers: { 'content-type': 'application/json' },
      // A new person each time, so that nothing but the hashing queue slows them.
      setupRequest: request => ({
        ...request,
        body: JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'not this one' }),
      }),
    },
  ],
})
process.stdout.write(
  `${JSON.stringify({ answers: requests.total, p50: latency.p50, failed: errors + timeouts + non2xx })}\n`,
)
