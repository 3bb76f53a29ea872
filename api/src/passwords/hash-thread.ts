import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/** A third of the weight of a usual thread: enough for calls to go first, and not so little that a login starves on a busy machine. */
const nice = 5
// On Linux this is the priority of the calling thread alone; elsewhere it would be that of the whole service.
if (process.platform === 'linux') setPriority(0, nice)

parentPort?.on('message', (parameters: Argon2Parameters) => parentPort?.postMessage(argon2Sync('argon2id', parameters)))
