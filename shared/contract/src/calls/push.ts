import * as v from 'valibot'
import { defineCall, emptyRequest, emptyResponse } from '../call.ts'

/** The kinds of push notifications. `returned`: money of a withdrawal came back. */
export const pushKinds = ['paid', 'returned', 'rejected', 'expiring'] as const
export type PushKind = (typeof pushKinds)[number]

/** An address at the push service of a browser, which is a secret of the person's device. */
const PushEndpoint = v.pipe(
  v.string('required'),
  v.url('invalid'),
  v.startsWith('https://', 'invalid'),
  v.maxLength(1000),
)
const base64url = (length: number) => v.pipe(v.string('required'), v.regex(/^[A-Za-z0-9_-]+=*$/), v.maxLength(length))

/** `public_key`: the VAPID key (base64url) of this deployment; null where none is configured, then nothing is offered. */
export const pushKey = defineCall({
  method: 'GET',
  path: '/app/push/key',
  access: 'private',
  loader: false,
  errors: 'page',
  origin: 'addition',
  request: emptyRequest,
  response: v.object({ public_key: v.nullable(v.string()) }),
})

/** The kinds that this device gets; an empty list if its endpoint is unknown. */
export const pushState = defineCall({
  method: 'POST',
  path: '/app/push/state',
  access: 'private',
  loader: false,
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({ endpoint: PushEndpoint }),
  response: v.object({ kinds: v.array(v.string()) }),
})

/** Sends `kinds` to this device, in place of earlier ones. A device belongs to the last person who subscribed it. */
export const pushSubscribe = defineCall({
  method: 'POST',
  path: '/app/push/subscribe',
  access: 'private',
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({
    endpoint: PushEndpoint,
    p256dh: base64url(100),
    auth: base64url(40),
    kinds: v.pipe(v.array(v.picklist(pushKinds, 'invalid')), v.minLength(1, 'required'), v.maxLength(pushKinds.length)),
  }),
  response: emptyResponse,
})

/** Forgets the device. Doing it again changes nothing. */
export const pushUnsubscribe = defineCall({
  method: 'POST',
  path: '/app/push/unsubscribe',
  access: 'private',
  loader: false,
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({ endpoint: PushEndpoint }),
  response: emptyResponse,
})

/** The (encrypted) data of a push: no amount, no name, no text; the service words it in the language of the account. */
export const PushData = v.object({
  kind: v.picklist(pushKinds),
  /** The words, made by the service in the person's language. */
  title: v.string(),
  body: v.string(),
  /** A path of this app. */
  path: v.pipe(v.string(), v.startsWith('/')),
})
export type PushData = v.InferOutput<typeof PushData>
