import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * A third of the weight of the service's other threads, whatever it was started with (to raise a priority is refused to
 * most users): enough for calls to go first, and not so little that a login starves on a busy machine.
 */
const nicer = 5
// On Linux this is the priority of the calling thread alone; elsewhere it would be that of the whole service.
if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + nicer))

parentPort?.on('message', (parameters: Argon2Parameters) => parentPort?.postMessage(argon2Sync('argon2id', parameters)))
