import { Observable } from 'rxjs'

/**
 * Everything that the streams give, as it comes; it ends with the last of them. rxjs's own `merge` also takes promises
 * and iterables, which are no streams of the bus: 2 KB of code on the way to the first screen.
 */
export function merge<Value>(...streams: readonly Observable<Value>[]): Observable<Value> {
  return new Observable(subscriber => {
    let running = streams.length
    if (running === 0) subscriber.complete()
    for (const stream of streams)
      subscriber.add(
        stream.subscribe({
          next: value => subscriber.next(value),
          error: (thrown: unknown) => subscriber.error(thrown),
          complete: () => --running === 0 && subscriber.complete(),
        }),
      )
  })
}
