import { createServer } from 'node:http'

// Plays the service for tests of the programs that start it: listens and prints a line; `/die` ends it,
// `FIXTURE=broken` never gets that far, `FIXTURE=mortal` not much further, and `FIXTURE=warning` warns before.
if (process.env.FIXTURE === 'broken') {
  process.stderr.write('the database is locked by another process\n')
  process.exit(1)
}
if (process.env.FIXTURE === 'warning') process.stderr.write('no company, hours and e-mail are set\n')
const server = createServer((request, response) => {
  if (request.url === '/die') process.exit(7)
  response.end(String(process.pid))
})
server.listen(Number(process.env.PORT), process.env.HOST, () => {
  const address = server.address()
  console.log(JSON.stringify({ ready: true, port: typeof address === 'object' && address ? address.port : 0 }))
  // Late enough for a busy parent to read the line first: a death before it is a start that failed.
  if (process.env.FIXTURE === 'mortal') setTimeout(() => process.exit(7), 500)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0))
