import { createTransport } from 'nodemailer'
import { circuitOf, NoAnswer } from './circuit.ts'
import type { MessageProvider } from './provider.ts'

/**
 * E-mail through an SMTP server. Plain text; the addresses were validated, and nodemailer never joins them into a
 * header itself.
 */
export function smtpEmail({ url, from }: { url: string; from: string }, now: () => Date): MessageProvider {
  const circuit = circuitOf(now)
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: ({ dest, subject, text, reference }) =>
      circuit.run(async () => {
        const domain = from.split('@').at(-1)?.replace(/[>\s]/g, '') ?? 'localhost'
        const messageId = `<${reference}@${domain}>`
        const sent = await transport
          .sendMail({ from, to: { name: '', address: dest }, subject, text, messageId })
          .catch((error: Error & { responseCode?: number }) => {
            // With a code the server has answered, though it refuses.
            throw error.responseCode === undefined ? new NoAnswer(error.message, { cause: error }) : error
          })
        return sent.messageId
      }),
  }
}
