import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { createGate } from '../limits/gate.ts'

/** One piece (64 KB) of all files at a time, received and sent ones in turn. */
const turn = createGate(1, Infinity, 2)
const [received, sent] = [0, 1]
/** Other calls are answered after each piece, so all files together get about 45 MB/s. */
const restMs = 1

/** Takes in one piece. */
export function receivePiece(piece: Buffer, work: () => Promise<unknown>): Promise<void> {
  return turn(async () => {
    await work()
    freeMemory(piece)
    await pause(restMs)
  }, received)
}

/** Sends a file piece by piece, each when the reader has taken the one before it. */
export async function sendPieces(response: ServerResponse, file: Readable): Promise<void> {
  response.once('close', () => file.destroy())
  try {
    for await (const piece of file as AsyncIterable<Buffer>) {
      await turn(() => pause(restMs), sent)
      await new Promise<void>((done, fail) => response.write(piece, error => (error ? fail(error) : done())))
      freeMemory(piece)
    }
    response.end()
  } catch {
    response.destroy()
  }
}

/**
 * Frees a piece that is not needed any more. Else V8 collects the whole heap for each 20 MB of pieces, and calls wait
 * meanwhile. A piece that is only a part of its memory may have neighbours in it, and is left.
 */
function freeMemory({ buffer, length }: Buffer): void {
  if (length === buffer.byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}
