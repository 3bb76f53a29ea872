import { legalText } from '@adcoin/contract'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { LegalTexts } from './legal-texts.ts'
import { limitTable } from '../limits/table.ts'

const reads = [limitTable.publicReads]

/** The operator's terms and privacy notice, public. */
export function serveLegal(app: FastifyInstance, texts: LegalTexts): void {
  serve(
    app,
    legalText,
    async ({ input, language }) => {
      const { isDefault, blocks, language: written } = texts(input.page, language)
      return { is_default: isDefault, language: written, blocks: [...blocks] }
    },
    { publicFor: 60, limits: reads },
  )
}
