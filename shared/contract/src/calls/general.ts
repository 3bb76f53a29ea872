import * as v from 'valibot'
import { defineCall, emptyRequest } from '../call.ts'
import { apiCodes } from '../languages.ts'
import { Currency, MinorUnits } from '../money.ts'
import { ServiceLinks } from '../person.ts'
import { Picture } from './tasks.ts'

/** Malformed or unknown inviters answer the default lists. */
export const customerServiceLink = defineCall({
  method: 'GET',
  path: '/app/customer_service_link',
  access: 'public',
  errors: 'page',
  request: v.strictObject({ inviter_id: v.optional(v.pipe(v.string(), v.maxLength(64))) }),
  response: ServiceLinks,
})

export const Launch = v.object({
  /** `value` is the figure ("100M+"), `text` its words in the caller's language. */
  claims: v.array(v.object({ key: v.string(), value: v.string(), text: v.string() })),
  fallback_invite_code: v.string(),
  /** `null` where no provider is configured; the browser then shows no Google button. */
  oauth: v.nullable(
    v.object({ google: v.object({ client_id: v.string(), authorization_endpoint: v.string(), scope: v.string() }) }),
  ),
  download: v.object({ ios: v.nullable(v.string()), android: v.nullable(v.string()), h5: v.nullable(v.string()) }),
  languages: v.array(
    v.object({ api_code: v.picklist(apiCodes), title: v.string(), value: v.string(), icon: v.string() }),
  ),
  bind_rules: v.object({ min_fans: v.number(), min_reg_days: v.number() }),
  notice: v.array(v.object({ key: v.string(), text: v.string() })),
  /** `url` is the registration address; the browser adds `?invite_code=`. */
  share: v.object({ url: v.string(), image: v.nullable(v.string()) }),
})
/** Open to all; a token adds nothing yet. */
export const launch = defineCall({
  method: 'GET',
  path: '/app/launch',
  access: 'public',
  loader: false,
  request: emptyRequest,
  response: Launch,
})

export const uploadPurposes = ['avatar', 'proof', 'bind'] as const
export const Upload = v.object({
  file_id: v.string(),
  url: v.string(),
  mime: v.string(),
  bytes: v.number(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
})
/** multipart/form-data: `purpose`, then `file`. Images 10 MiB, MP4 (proof only) 20 MiB. Source: rulings.md R11. */
export const upload = defineCall({
  method: 'POST',
  path: '/app/upload',
  access: 'private',
  errors: 'page',
  request: v.strictObject({
    purpose: v.picklist(uploadPurposes),
    file: v.custom<Blob>(value => typeof Blob !== 'undefined' && value instanceof Blob),
  }),
  response: Upload,
})

/** The company behind this deployment, an example of a sale, and what was paid and reviewed; null if it is not set. */
export const about = defineCall({
  method: 'GET',
  path: '/app/about',
  access: 'public',
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({ region: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))) }),
  response: v.object({
    company: v.nullable(v.object({ name: v.string(), address: v.string(), contact: v.string() })),
    support_hours: v.nullable(v.string()),
    /** Absent in older answers. */
    support_email: v.optional(v.nullable(v.string())),
    pay_within_hours: v.nullable(v.number()),
    /** Counted by the service itself; null where there are too few to say anything, absent in older answers. */
    figures: v.optional(
      v.object({
        paid: v.nullable(v.object({ count: v.number(), median_minutes: v.number() })),
        reviewed: v.nullable(v.number()),
      }),
    ),
    example: v.nullable(
      v.object({
        amount: MinorUnits,
        fee: MinorUnits,
        fee_bps: v.number(),
        scale: v.number(),
        /** What `amount` is worth before the fee, as the screens of tasks show it; absent in older answers. */
        worth: v.optional(MinorUnits),
        payout: MinorUnits,
        payout_currency: Currency,
        payout_scale: v.number(),
        /** A task of today that brings `amount`; absent in older answers and where none is open. */
        task: v.optional(v.object({ title: v.string(), minutes: v.number(), picture: v.nullable(Picture) })),
      }),
    ),
  }),
})

export const legalPages = ['terms', 'privacy'] as const
export type LegalPage = (typeof legalPages)[number]

/** The operator's own text, or a default until one is written (`is_default`). */
export const legalText = defineCall({
  method: 'GET',
  path: '/app/legal',
  access: 'public',
  errors: 'page',
  origin: 'addition',
  request: v.strictObject({ page: v.picklist(legalPages, 'invalid') }),
  response: v.object({
    is_default: v.boolean(),
    language: v.picklist(apiCodes),
    blocks: v.array(v.object({ kind: v.picklist(['heading', 'point', 'text']), text: v.string() })),
  }),
})
