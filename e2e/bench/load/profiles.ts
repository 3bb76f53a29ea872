/** Speed of the browser; `network` undefined for full speed. */
export type Profile = {
  readonly name: 'phone' | 'unthrottled' | 'modelled'
  readonly slowdown: number
  readonly network?: {
    readonly latency: number
    readonly downloadThroughput: number
    readonly uploadThroughput: number
  }
}

const slowNetwork = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** A slow phone on a slow network, as Lighthouse emulates one. */
export const phone: Profile = { name: 'phone', slowdown: 4, network: slowNetwork }
export const unthrottled: Profile = { name: 'unthrottled', slowdown: 1 }
/**
 * The phone's network, so that requests wait for each other as there, with the processor as it is: a slowed one burns
 * time of its own, which would be in the processor time that the model multiplies.
 */
export const modelled: Profile = { name: 'modelled', slowdown: 1, network: slowNetwork }
