import { upload, uploadPurposes, type ErrorKey } from '@adcoin/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuseField } from '../refusals/refusal.ts'
import { requirePerson } from '../http/read-request.ts'
import { serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { linkAvatar, linkPrivateFile } from './file-links.ts'
import type { FileStore } from '../storage/file-store.ts'
import { keepFile } from './keep-file.ts'
import { FileRefused, limits } from './limits.ts'
import { ReceivedFile, receiveFile, refuseLargeBody } from './receive-file.ts'
import { limitTable } from '../limits/table.ts'

/** `POST /app/upload`: the one call whose body is a form. */
export function serveUpload(app: FastifyInstance, services: Services): void {
  serve(
    app,
    upload,
    async ({ input, person }) => {
      const { file, purpose } = input
      if (!(file instanceof ReceivedFile)) throw refuseField('file', 'required')
      try {
        const kept = await keepFile(services, person.id, purpose, file)
        const url =
          purpose === 'avatar'
            ? (linkAvatar(kept.id) ?? '')
            : linkPrivateFile(services.secrets, kept.id, services.now())
        return { file_id: kept.id, url, mime: kept.mime, bytes: kept.bytes, width: kept.width, height: kept.height }
      } catch (error) {
        throw refusalOf(error)
      } finally {
        await file.remove()
      }
    },
    { read: request => readUpload(request, services) },
  )
}

/** `purpose` first, then `file`. The limits are taken before a byte is read. */
async function readUpload(request: FastifyRequest, services: Services): Promise<unknown> {
  if (!request.isMultipart()) throw refuseField('file', 'required')
  const person = await requirePerson(request)
  await services.limits.take('upload:hour', String(person.id), limitTable.uploadsPerHour)
  await services.limits.take('upload:day', String(person.id), limitTable.uploadsPerDay)
  const tooSlow = cutLater(request, limits.bodyMs)
  try {
    refuseLargeBody(request)
    return await readParts(request, services.files)
  } catch (error) {
    request.raw.resume()
    cutLater(request, 2_000)
    throw refusalOf(error)
  } finally {
    clearTimeout(tooSlow)
  }
}

async function readParts(request: FastifyRequest, store: FileStore): Promise<unknown> {
  const input: { purpose?: unknown; file?: ReceivedFile } = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        if (part.fieldname !== 'purpose') throw refuseField(part.fieldname.slice(0, 64), 'unknown_field')
        input.purpose = part.value
        continue
      }
      if (part.fieldname !== 'file') throw refuseField(part.fieldname.slice(0, 64), 'unknown_field')
      const purpose = uploadPurposes.find(known => known === input.purpose)
      if (!purpose) throw refuseField('purpose', input.purpose === undefined ? 'required' : 'invalid')
      input.file = await receiveFile(store, part.file, purpose)
    }
    return input
  } catch (error) {
    await input.file?.remove()
    throw error
  }
}

/**
 * Ends a connection whose body is not there in time: a slow one, and what is left of a refused one after its answer
 * went out.
 */
function cutLater({ raw }: FastifyRequest, afterMs: number): NodeJS.Timeout {
  return setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, afterMs).unref()
}

function refusalOf(error: unknown): unknown {
  if (error instanceof FileRefused) return new Refusal(error.reason, { fields: { file: error.reason } })
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (typeof message === 'string' && tornBody.test(message))
    return new Refusal('file_broken', { fields: { file: 'file_broken' } })
  if (typeof code !== 'string') return error
  const refusals: Readonly<Record<string, ErrorKey>> = {
    FST_MP_PREMATURE_CLOSE: 'file_broken',
    FST_REQ_FILE_TOO_LARGE: 'file_size',
    FST_FILES_LIMIT: 'invalid_input',
    FST_FIELDS_LIMIT: 'invalid_input',
    FST_PARTS_LIMIT: 'invalid_input',
    FST_INVALID_MULTIPART_CONTENT_TYPE: 'invalid_input',
    FST_PROTO_VIOLATION: 'invalid_input',
  }
  const key = refusals[code]
  return key ? new Refusal(key, { fields: { file: key === 'invalid_input' ? 'invalid' : key } }) : error
}

/** Busboy's errors about a body that ends too early or is no multipart. */
const tornBody =
  /^(Unexpected end of (form|multipart data)|Malformed part header|Part terminated early|Multipart: Boundary not found|aborted|Premature close)/
