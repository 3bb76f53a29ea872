import { createTransport } from 'nodemailer'
import type { MessageProvider } from './provider.ts'

/**
 * E-mail through an SMTP server. Plain text; the addresses were validated, and nodemailer never joins them into a
 * header itself.
 */
export function smtpEmail({ url, from }: { url: string; from: string }): MessageProvider {
  const transport = createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ dest, subject, text, reference }) {
      const sent = await transport.sendMail({
        from,
        to: { name: '', address: dest },
        subject,
        text,
        messageId: `<${reference}@${from.split('@').at(-1)?.replace(/[>\s]/g, '') ?? 'localhost'}>`,
      })
      return sent.messageId
    },
  }
}
