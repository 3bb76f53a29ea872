import { webcrypto } from 'node:crypto'
import { PerformanceObserver } from 'node:perf_hooks'
import { ReadableStream, TransformStream, WritableStream } from 'node:stream/web'
import { BroadcastChannel } from 'node:worker_threads'

// A window of jsdom lacks what every browser has and Node has too.
for (const [name, value] of Object.entries({
  ReadableStream,
  TransformStream,
  WritableStream,
  BroadcastChannel,
  PerformanceObserver,
  crypto: webcrypto,
}))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
