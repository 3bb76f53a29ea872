import { argon2Sync, type Argon2Parameters } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { lowerPriority } from '../limits/lower-priority.ts'

lowerPriority()
parentPort?.on('message', (parameters: Argon2Parameters) => parentPort?.postMessage(argon2Sync('argon2id', parameters)))
